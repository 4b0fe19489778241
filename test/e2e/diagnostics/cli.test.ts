/** The output of --diagnostics, whatever is broken. */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { HEADINGS, printed, settingsIn } from '../../support/diagnosticsApp.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { selfSigned } from '../../support/selfSigned.ts';

const KEY = 'abcdef0123456789abcdef0123456789';

/** Only on Linux, and not on every machine. */
const namespaces = spawnSync('unshare', ['--map-root-user', '--net', 'true']).status === 0;
if (!namespaces) console.log('--diagnostics offline: not checked, this machine has no network namespaces.');

let ingest: EnvelopeServer;
let settings: Awaited<ReturnType<typeof settingsIn>>;
const folder = fileFolder();
beforeAll(async () => {
  ingest = await startEnvelopeServer();
  const sentryDsn = ingest.dsn.replace('//key@', `//${KEY}@`);
  settings = await settingsIn({ sentryDsn, origin: 'https://no..name', reports: 'on' });
});
afterAll(async () => {
  await ingest.close();
  await settings.remove();
});

// Without a folder Chromium needs three seconds to end, so the starts run at the same time.
describe.concurrent('--diagnostics', () => {
  it('prints everything and exits with 0, although a server cannot be reached, and leaves no files', async () => {
    const temporary = join(folder, 'temporary');
    await mkdir(temporary);
    const userData = join(folder, 'missing');
    const env = { ...settings.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
    const { text, code } = await printed({ userData, env });
    expect(code).toBe(0);
    for (const heading of HEADINGS) expect(text).toContain(`\n${heading}\n${'='.repeat(heading.length)}\n`);
    // As root, where Electron needs --no-sandbox.
    const isOff = /^Page sandbox +off$/m.test(text);
    expect(text).toMatch(
      isOff ? /^1 problem found\n=+\n\nPages run without the Chromium sandbox/ : /^No problems found\n/,
    );
    expect(text).toMatch(/^Web app \(https:\/\/no\.\.name\) can’t be reached: .*ERR_NAME_NOT_RESOLVED/m);
    expect(text).toMatch(/^sentryDsn +http:\/\/\*\*\*@127\.0\.0\.1:\d+\/1 +.*settings\.json$/m);
    expect(text).toMatch(/^Error reports .* OK +\d+ ms +the server answered with 200$/m);
    expect(text).toMatch(/^folder +.*missing.outbox$/m);
    expect(text).not.toContain(KEY);
    // Chromium creates this folder before any code of ours runs.
    expect(await readdir(userData).catch(() => [])).toEqual([]);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('says first that the folder is not writable, also where Chromium finds no display; ends in time if a server never answers, names the issuer of an untrusted certificate, and requests nothing there', async () => {
    const silent = createServer(() => undefined);
    let requests = 0;
    const untrusted = createHttps(selfSigned('Somebody else'), () => requests++);
    const address = async (server: Server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const own = await settingsIn({
      origin: `https://${await address(silent)}`,
      sentryDsn: `https://${KEY}@${await address(untrusted)}/1`,
    });
    const none = process.platform === 'linux' && {
      ...{ DISPLAY: undefined, WAYLAND_DISPLAY: undefined, XDG_RUNTIME_DIR: undefined },
    };
    // Root can write everywhere except there.
    const userData = process.getuid?.() === 0 ? '/sys/holdfast' : '/holdfast';
    const env = { ...own.env, ...none };
    const { text, code } = await printed({ userData, env, durations: { probeMs: 8_000 } });
    await own.remove();
    for (const server of [silent, untrusted]) server.close();
    expect(code).toBe(0);
    for (const heading of HEADINGS) expect(text.split(`\n${heading}\n=`)).toHaveLength(2);
    if (process.platform !== 'win32')
      expect(text).toMatch(
        /^[12] problems? found\n=+\n\n.*outbox can’t be written to: .* \((EPERM|EACCES|EROFS)\)/,
      );
    expect(text).toMatch(
      /^Web app .* Failed +\d+ ms +The server took too long to answer \(ERR_TIMED_OUT\)$/m,
    );
    expect(text).toMatch(
      /^Error reports .* Failed .*\(ERR_CERT_\w+\), certificate issued by Somebody else$/m,
    );
    expect(requests).toBe(0);
  });
});
