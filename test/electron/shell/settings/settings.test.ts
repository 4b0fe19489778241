import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Layer } from '../../../../electron/builtConfig/settingsSchema/merge.ts';
import { SETTINGS_KEYS } from '../../../../electron/builtConfig/settingsSchema/schema.ts';
import { saveUserSettings } from '../../../../electron/shell/settings/settings.ts';
import { DSN, makeSettingsFolder, type SettingsFolder } from './settingsFolder.ts';

let folder: SettingsFolder;
beforeEach(() => {
  folder = makeSettingsFolder();
});

describe('the settings', () => {
  it('are the defaults when there is no file', () => {
    const { sources, ...loaded } = folder.load();
    expect(loaded).toEqual({ settings: { reports: 'ask' }, refused: [], faults: [], isReportsFinal: false });
    expect(new Set(Object.values(sources))).toEqual(new Set(['default']));
  });

  it('come from those shipped with the app', () => {
    const values = {
      sentryDsn: DSN,
      reports: 'on',
      language: 'pt-BR',
      origin: 'https://app.example.com/',
      address: 'https://wiki.example.com/start',
      buildId: 'v1.2_3-x',
      signInHosts: ['https://id.example.com', 'http://127.0.0.1:3000'],
      certificateAuthorities: ['/etc/ssl/company.pem'],
      trustCertificates: false,
      policy: 'strict',
      isolated: true,
      contentSecurityPolicy: [
        'img-src data: blob: https:',
        'connect-src https: wss:',
        'connect-src https://api.example.com:8443/v1 wss://live.example.com',
        "media-src 'self'",
        "worker-src blob: 'unsafe-eval'",
        "frame-src 'self'",
      ],
      permissions: ['notifications', 'camera'],
      savePrivate: true,
      dataTimeout: 20,
      spelling: { dictionaries: 'https://example.com/dictionaries/' },
      updateUrl: 'https://example.com/updates',
      updateChannel: 'beta',
    };
    const file = folder.write('app/settings.json', values);
    const loaded = folder.load();
    expect(loaded.settings).toEqual({ ...values, origin: 'https://app.example.com' });
    expect(new Set(Object.values(loaded.sources))).toEqual(new Set([file]));
    expect(loaded.faults).toEqual([]);
  });

  it("an administrator's override those, for every key", () => {
    folder.write('app/settings.json', { sentryDsn: DSN, reports: 'on' });
    const source = '/etc/holdfast/settings.json';
    const values = { origin: 'https://own.example.com', reports: 'off' };
    const administrator = () => [{ source, values, keys: SETTINGS_KEYS }];
    const { settings, sources } = folder.load({ administrator });
    expect(settings).toEqual({ sentryDsn: DSN, ...values });
    expect(sources.origin).toBe(source);
    const unpackaged = folder.load({ administrator, packaged: false });
    expect(unpackaged.settings).toEqual({ sentryDsn: DSN, reports: 'on' });
  });

  it("turn reports off for good if an administrator does, or an administrator's cannot be read", () => {
    const user = folder.write('user/settings.json', { reports: 'on' });
    const source = '/etc/holdfast/settings.json';
    const from = { source, isAdministrators: true } as const;
    const of = (reports: unknown): Layer => ({ ...from, values: { reports }, keys: SETTINGS_KEYS });
    const unread: Layer = { ...from, problem: 'cannot be read' };
    const load = (layers: Layer[]) => {
      const { settings, sources, isReportsFinal, faults } = folder.load({ administrator: () => layers });
      return { reports: [settings.reports, sources.reports, isReportsFinal], detail: faults[0]?.detail };
    };
    for (const layers of [[of('off')], [of('Off')], [unread], [of('on'), unread]])
      expect(load(layers).reports).toEqual(['off', source, true]);
    expect(load([unread]).detail).toContain('It is ignored, and reports are off; correct it');
    for (const layers of [[of('on')], [of('ask')], [unread, of('ask')]])
      expect(load(layers).reports).toEqual(['on', user, false]);
  });

  it('of HOLDFAST_SETTINGS and SENTRY_DSN win if the app is not packaged', () => {
    folder.write('user/settings.json', { reports: 'off' });
    const own = { reports: 'on', sentryDsn: 'https://other@example.com/2', buildId: 'dev' };
    const file = folder.write('dev.json', own);
    folder.write('app/settings.json', { reports: 'ask', dataTimeout: 7 });
    const env = { HOLDFAST_SETTINGS: relative(process.cwd(), file), SENTRY_DSN: DSN };
    const { settings, sources, faults } = folder.load({ packaged: false, env });
    expect(settings).toEqual({ ...own, sentryDsn: DSN, dataTimeout: 7 });
    const { reports, sentryDsn, buildId, origin } = sources;
    expect([reports, sentryDsn, buildId, origin]).toEqual([file, 'SENTRY_DSN', file, 'default']);
    expect(faults).toEqual([]);
    const below = { reports: 'off', dataTimeout: 7 };
    expect(folder.load({ env }).settings).toEqual(below);
    const none = { HOLDFAST_SETTINGS: '', SENTRY_DSN: '' };
    expect(folder.load({ packaged: false, env: none })).toMatchObject({ settings: below, faults: [] });
  });
});

describe("saving the user's choice", () => {
  it('creates the folder for the next start to read', async () => {
    const userData = join(folder.root, 'new', 'user');
    for (const reports of ['off', 'on'] as const) {
      await saveUserSettings(userData, { reports });
      expect(folder.load({}, userData).settings).toEqual({ reports });
    }
    expect(readdirSync(userData)).toEqual(['settings.json']);
  });

  it('names the file if it cannot be written', async () => {
    const userData = folder.write('blocked', 'a file where the folder should be');
    await expect(saveUserSettings(userData, { reports: 'on' })).rejects.toThrow(
      /blocked.settings\.json could not be written \(E.+\): check the free space and the permissions/,
    );
  });
});
