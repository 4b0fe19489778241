import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoadedSettings } from '../../../../electron/shell/settings/settings.ts';
import { makeSettingsFolder, type SettingsFolder } from './settingsFolder.ts';

let folder: SettingsFolder;
beforeEach(() => {
  folder = makeSettingsFolder();
});

const faultsOf = (loaded: LoadedSettings) => loaded.faults.map(({ detail }) => detail);

describe('a bad value', () => {
  const words = (text: string) => text.split(/\s+/);
  it.each<[string, unknown[]]>([
    [
      'sentryDsn',
      [
        ...words('x https://sentry.example.com/1 https://key@example.com/x ftp://key@example.com/1'),
        ...['', 'https://key@example.com/', 'https://key@exa mple.com/1', 5, null],
      ],
    ],
    ['reports', ['', 'yes', 'ON', true, ['on']]],
    ['language', ['', 'd', 'de_DE', 'German language', '../de', 1]],
    [
      'origin',
      [
        ...words(
          'app.example.com ftp://example.com https://example.com/x https://example.com/?x app://shell',
        ),
        ...['', 'http://example.com', 'https://u:p@example.com', 'https://exa\nmple.com', {}],
      ],
    ],
    ['address', [...words('ftp://x http//localhost \\\\server\\share https://u:p@x'), '', 'my server', 5]],
    ['certificateAuthorities', ['/etc/x.pem', [''], [1], {}]],
    ['trustCertificates', ['no', 0]],
    ['buildId', ['', ' ', 'a/b', 'a\\b', '..', '.', 'a?b', 'a#b', 'a%b', 'a\nb', 'x'.repeat(201), 1]],
    ['signInHosts', [['id.example.com'], ['http://id.example.com'], ['https://id.example.com/x'], '*']],
    [
      'contentSecurityPolicy',
      [
        ...['img-src data:', [1], { 'img-src': 'data:' }, [''], ['img-src'], ['img-src data:; script-src *']],
        ...`default-src *, base-uri https://x.example, img-src *, img-src x.example, constructor x,
          script-src https://x.example, script-src 'unsafe-inline', script-src blob:, style-src unsafe-inline,
          worker-src https://x.example, connect-src http:, connect-src https://*, frame-src https:,
          img-src http://x.example, connect-src ws://x, frame-src http://127.0.0.1.x.example`
          .split(/,\s+/)
          .map((entry) => [entry]),
      ],
    ],
    ['policy', ['', 'loose', true, ['strict']]],
    ['isolated', ['yes', 1, {}]],
    ['permissions', ['camera', ['media'], ['hid'], [1], {}]],
    [
      'spelling',
      [
        ...words('http://example.com/ https://example.com/x https://example.com/?x/ file:///x/').map(
          (dictionaries) => ({ dictionaries }),
        ),
        // Only on Linux.
        ...[true, 'on', {}, ['https://example.com/'], { dictionaries: 'https://example.com/', more: 1 }],
      ],
    ],
    ['updateChannel', ['', 'nightly', 'Beta', ['beta']]],
    [
      'updateUrl',
      [...words('example.com http://127.evil.example http://localhost.evil.example file:///x'), '', 5],
    ],
  ])('of %s is a fault with file and key, and the layer below applies', (key, values) => {
    for (const value of values) {
      const file = folder.write('app/settings.json', { [key]: value });
      const { settings, sources, refused, faults } = folder.load();
      expect(settings).toEqual({ reports: 'ask' });
      expect(sources).toMatchObject({ [key]: 'default' });
      expect(refused).toEqual([key]);
      expect(faults[0]?.detail).toContain(`${file}: "${key}" must `);
      const detail = expect.stringMatching(/\. It is ignored; correct it and start the app again\.$/);
      const kind = { kind: 'main', subject: 'setting', url: '/', at: 7, retryable: false };
      expect(faults).toEqual([{ id: expect.any(String), ...kind, detail }]);
    }
  });

  it('does not affect the other keys of its file and the layer below', () => {
    folder.write('app/settings.json', { reports: 'on', buildId: 'one' });
    folder.write('user/settings.json', { reports: 'maybe' });
    expect(folder.load().settings).toEqual({ reports: 'on', buildId: 'one' });
  });

  it('of SENTRY_DSN is a fault with the variable but not the value', () => {
    const [detail] = faultsOf(folder.load({ packaged: false, env: { SENTRY_DSN: 'private' } }));
    expect(detail).toMatch(/^SENTRY_DSN: "sentryDsn" must be/);
    expect(detail).not.toContain('private');
  });

  it('of a server on this machine may be http', () => {
    const policy = ['connect-src http://127.0.0.1:80 ws://localhost:3000/x', 'img-src http://a.b.localhost'];
    const own = { origin: 'http://app.localhost:3000', updateUrl: 'http://[::1]:1/' };
    const values = { ...own, contentSecurityPolicy: policy };
    folder.write('app/settings.json', values);
    expect(folder.load()).toMatchObject({ settings: values, faults: [] });
  });
});

describe('an unknown key', () => {
  it('shares one fault with the others of its file, which names some and counts the rest', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => [`key${i}`, i]);
    folder.write('user/settings.json', { ...Object.fromEntries(names), origin: 'x', reports: 'on' });
    const loaded = folder.load();
    expect(loaded.settings.reports).toBe('on');
    expect(faultsOf(loaded)).toEqual([
      expect.stringContaining(
        '"key0", "key1", "key2", "key3", "key4" and 19996 others cannot be set here, only "reports"; an administrator can set the others',
      ),
    ]);
  });

  it.each(['sentryDSN', '__proto__'])('%j is named, with all known settings', (key) => {
    const file = folder.write('app/settings.json', `{"${key}": "x", "reports": "on"}`);
    const loaded = folder.load();
    expect(loaded.settings).toEqual({ reports: 'on' });
    expect(faultsOf(loaded)).toEqual([
      `${file}: "${key}" cannot be set here, only "sentryDsn", "reports", "language", "origin", "address", "buildId", "signInHosts", "certificateAuthorities", "trustCertificates", "policy", "isolated", "contentSecurityPolicy", "permissions", "savePrivate", "dataTimeout", "spelling", "updateUrl", "updateChannel". It is ignored; correct it and start the app again.`,
    ]);
  });
});

describe('a bad file', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['empty', '', /is empty/],
    ['no JSON', '{ reports: on }', /is not JSON \(.+\)/],
    // V8 would quote it.
    ['a secret', '{"a": ghp_a8Kd02mZq71LxVb93TnWe64YcRf5SuHo}', /is not JSON \(Unexpected token[^_]*$/],
    ['an array', '[]', /must hold a JSON object/],
    ['UTF-16', Buffer.from('\ufeff{"reports": "on"}', 'utf16le'), /is not UTF-8 text/],
    ['Latin-1', Buffer.from('{"buildId": "\xe4"}', 'latin1'), /is not UTF-8 text/],
    ['too large', `{"reports": "on"${' '.repeat(1_000_000)}}`, /is larger than 1 MB/],
  ])('that is %s is a fault', (_, content, problem) => {
    const file = folder.write('app/settings.json', content);
    const loaded = folder.load();
    expect(loaded.settings).toEqual({ reports: 'ask' });
    expect(faultsOf(loaded)).toEqual([expect.stringMatching(problem)]);
    expect(faultsOf(loaded)[0]).toContain(`${file}: `);
  });

  it('with a byte order mark and 1 MB is fine', () => {
    const text = '\ufeff{"reports": "on"}';
    folder.write('app/settings.json', text + ' '.repeat(1_000_000 - Buffer.byteLength(text)));
    expect(folder.load()).toMatchObject({ settings: { reports: 'on' }, faults: [] });
  });

  it.each([
    ['does not exist', 'none.json'],
    ['is a folder', '.'],
  ])('is one in HOLDFAST_SETTINGS that %s', (problem, name) => {
    const file = join(folder.root, name);
    expect(faultsOf(folder.load({ packaged: false, env: { HOLDFAST_SETTINGS: file } }))).toEqual([
      expect.stringContaining(`${file}: ${problem}`),
    ]);
  });
});
