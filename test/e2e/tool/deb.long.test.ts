/** The deb that `npm run dist` makes without downloading anything: its fields, its files, and that its app starts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { extractFile } from '@electron/asar';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  channelOf,
  checkSignature,
  readUpdateKey,
} from '../../../electron/builtConfig/updateSignature/signature.ts';
import { signUpdates } from '../../../electron/tool/pack/sign.ts';
import { fileFolder } from '../../electron/testFolder.ts';
import { APP, ELECTRON } from '../../support/app.ts';
import { canMakeBareSystem, makeBareSystem, startIn } from '../../support/bareSystem.ts';
import { needing } from '../../support/lacks.ts';
import { watch } from '../../support/recovery.ts';
import { configured, filesOf, repository } from '../../support/repository.ts';
import { holdfast, holdfastWith } from '../../support/tool.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const hasDpkgDeb = spawnSync('dpkg-deb', ['--version']).status === 0;
const SETTINGS = { sentryDsn: 'https://key@sentry.invalid/1', updateUrl: 'https://127.0.0.1:1/holdfast' };

describe.skipIf(process.platform !== 'linux' || !hasDpkgDeb)('the deb', () => {
  const folder = fileFolder();
  const control = join(folder, 'control');
  let deb: string;
  let version: string;
  const keys = generateKeyPairSync('ed25519');
  /** Where it was unpacked, as a system's root. */
  const root = join(folder, 'root');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  beforeAll(async () => {
    const settings = join(folder, 'settings.json');
    await writeFile(settings, JSON.stringify(SETTINGS));
    const output = join(folder, 'dist');
    const key = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    // Full compression takes minutes.
    const variables = { DPKG_DEB_COMPRESSOR_LEVEL: '0', HOLDFAST_UPDATE_PUBLIC_KEY: key };
    const args = ['--deb', `--output=${output}`, `--settings=${settings}`];
    const { stdout } = await holdfastWith(variables, APP, 'dist', ...args);
    expect(stdout).toContain('pack: only the deb, made by dpkg-deb.');
    const [name] = (await readdir(output)).filter((file) => file.endsWith('.deb'));
    deb = join(output, name as string);
    expect(stdout).toContain(`sudo apt install "./${relative(APP, deb)}"`);
    await mkdir(root);
    run('dpkg-deb', '-x', deb, root);
    run('dpkg-deb', '-e', deb, control);
    version = JSON.parse(await readFile(join(APP, 'package.json'), 'utf8')).version;
  }, 600_000);

  it("has the build's name, version and architecture, and belongs to root", () => {
    const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
    expect(deb).toMatch(new RegExp(`/holdfast-${version}(-for-tests)?-linux-${arch}[.]deb$`));
    const fields = run('dpkg-deb', '-f', deb, 'Package', 'Section', 'Version', 'Architecture');
    expect(fields).toBe(`Package: holdfast\nSection: utils\nVersion: ${version}\nArchitecture: ${arch}\n`);
    expect(run('dpkg-deb', '-f', deb, 'Depends')).toMatch(
      /libnss3,.+libasound2t64 [|] libasound2, libdrm2, libgbm1, libx11-xcb1/,
    );
    for (const line of run('dpkg-deb', '-c', deb).trim().split('\n'))
      expect(line).toMatch(/^(d|-|l)rw(x|-)r-(x|-)r-(x|-) root\/root /);
  });

  it('contains its licences, where Debian looks for them and as CycloneDX beside it', () => {
    const copyright = read('root/usr/share/doc/holdfast/copyright');
    expect(copyright).toMatch(/^Holdfast .*\n(?:.+\n)*License: MIT\n\n/);
    expect(copyright).toMatch(/^@sentry\/core .* \(MIT\)$/m);
    const bill = JSON.parse(read(`dist/holdfast-${version}.cdx.json`));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const purls = bill.components.map(({ purl }: { purl: string }) => purl.replace(/@[\d.]+$/, ''));
    expect(purls).toEqual(expect.arrayContaining(['pkg:npm/electron', 'pkg:npm/%40sentry/core']));
    expect(new Set(purls).size).toBeGreaterThan(30);
    // Of the tool, and in no app.
    expect(purls).not.toContain('pkg:npm/next');
  });

  it('has complete files, by its own list', () => {
    const sum = (file: string) =>
      createHash('md5')
        .update(readFileSync(join(root, file)))
        .digest('hex');
    const listed = read('control/md5sums').trim().split('\n').sort();
    expect(listed).toEqual(
      filesOf(root)
        .map((file) => `${sum(file)}  ${file}`)
        .sort(),
    );
    for (const script of ['postinst', 'postrm']) run('bash', '-n', join(control, script));
  });

  // For systems where AppArmor refuses user namespaces to programs without a profile, such as Ubuntu 24.04.
  it('contains the AppArmor profile that its sandbox needs, and loads it', () => {
    expect(read('root/opt/Holdfast/resources/apparmor-profile')).toMatch(
      /profile "holdfast" "\/opt\/Holdfast\/holdfast" flags=\(unconfined\) \{\s+userns,/,
    );
    expect(read('control/postinst')).toContain("='/opt/Holdfast/resources/apparmor-profile'");
    expect(read('control/postinst')).toMatch(/^\s+apparmor_parser --replace /m);
    expect(read('control/postrm')).toMatch(/^\s+apparmor_parser --remove /m);
  });

  it('contains a desktop entry that opens links, and its icon', () => {
    const entry = read('root/usr/share/applications/holdfast.desktop');
    expect(entry).toContain('Exec=/opt/Holdfast/holdfast %U\n');
    expect(entry).toContain('MimeType=x-scheme-handler/holdfast;\n');
    const icon = read('root/usr/share/icons/hicolor/scalable/apps/holdfast.svg');
    expect(icon).toBe(readFileSync(join(APP, 'electron/tool/pack/icon.svg'), 'utf8'));
    const ofWindow = PNG.sync.read(readFileSync(join(root, 'opt/Holdfast/resources/icon.png')));
    expect(ofWindow).toMatchObject({ width: 256, height: 256 });
  });

  it('can be updated: it is a deb, has the key for that, and is a valid update once it is signed', async () => {
    expect(read('root/opt/Holdfast/resources/package-type')).toBe('deb');
    expect(read('root/opt/Holdfast/resources/app-update.yml')).toContain('provider: generic');
    const manifest = extractFile(join(root, 'opt/Holdfast/resources/app.asar'), 'package.json').toString();
    const { updateKey, builtAt: at } = JSON.parse(manifest);
    const builtAt = Date.parse(at);
    const trust = { key: readUpdateKey(updateKey), app: 'com.example.holdfast', builtAt, newest: 0 };
    expect(trust.key.equals(keys.publicKey)).toBe(true);
    const channel = channelOf('linux', process.arch);
    const described = () => parseUpdateInfo(read(`dist/${channel}.yml`), channel, new URL('file:///'));
    expect(described()).toMatchObject({ version });
    expect(() => checkSignature(described(), channel, trust)).toThrow('is not signed');
    // Refuses a description that is not of the files beside it.
    await signUpdates(dirname(deb), keys.privateKey, new Date());
    expect(checkSignature(described(), channel, trust)).toBeGreaterThan(builtAt);
  });

  it('starts with the settings that were packed with it', async () => {
    const executable = join(root, 'opt/Holdfast/holdfast');
    const archive = join(root, 'opt/Holdfast/resources/app.asar');
    expect(JSON.parse(extractFile(archive, 'config.json').toString()).settings).toEqual(SETTINGS);
    const app = await watch({ isPackaged: true, executable });
    await app.shows(`${NOT_FOUND}.`);
    // Reports are kept only with an address for them. Repeated, because the SDK takes some time to start.
    const outbox = join(app.userData, 'outbox');
    await until('a report in the outbox', async () => {
      await app.page(`void setTimeout(() => Promise.reject(new Error('thrown by the test')))`);
      return existsSync(outbox) && readdirSync(outbox).length > 0;
    });
    // The updater is loaded from the archive, and asks the address in the settings.
    await app.page('holdfast.online()');
    await until('a word about updates', () => /Updates: net::ERR_\w+/.test(app.stderr()));
    expect(app.stderr()).not.toContain('settings.json');
    expect(await app.stop()).toBe(0);
  });

  it('has a window that docks find by its desktop entry, whatever the name of the app', {
    ...needing('xprop', 'openbox'),
    timeout: 600_000,
  }, async () => {
    const name = "Jane's Shop & Söhne";
    const config = { name, id: 'com.example.shop', web: { build: 'dist' } };
    const own = repository({ 'dist/index.html': '<title>Shop</title>', ...configured(config) });
    const output = join(own, 'made');
    const { code, stderr } = await holdfast(own, 'dist', '--deb', `--output=${output}`);
    expect(code, stderr).toBe(0);
    const [file] = (await readdir(output)).filter((one) => one.endsWith('.deb'));
    run('dpkg-deb', '-x', join(output, file as string), own);
    const [entry] = await readdir(join(own, 'usr/share/applications'));
    const text = await readFile(join(own, 'usr/share/applications', entry as string), 'utf8');
    const wanted = /^StartupWMClass=(.+)$/m.exec(text)?.[1];
    expect(entry).toBe(`${wanted}.desktop`);
    const [, executable] = /^Exec="?([^"%]+)"? %U$/m.exec(text) ?? [];
    const app = await watch({ isPackaged: true, executable: join(own, String(executable)) });
    const [window] = await until('a window', () => run('xprop', '-root', '_NET_CLIENT_LIST').match(/0x\w+/g));
    const bytes = run('xprop', '-id', String(window), 'WM_CLASS').replace(/\\(\d{3})/g, (_, octal) =>
      String.fromCharCode(Number.parseInt(octal, 8)),
    );
    const said = Buffer.from(bytes, 'latin1').toString();
    const classes = [...said.matchAll(/"(.+?)"/g)].map(([, one]) => one);
    // Electron takes the desktop entry's name from 41.6.1 on. Before, it had no way to set another than the app's name.
    expect(classes).toEqual(ELECTRON > 41 ? [wanted, wanted] : [name.toLowerCase(), name]);
    expect(await app.stop()).toBe(0);
  });

  it.runIf(canMakeBareSystem())(
    'starts with its dependencies alone, not as root, offline',
    async () => {
      const system = join(folder, 'system');
      await makeBareSystem(system, deb);
      const app = startIn(system, '/opt/Holdfast/holdfast');
      let stderr = '';
      app.stderr.on('data', (text: Buffer) => {
        stderr += text;
      });
      const stamp = join(system, 'home/ann/.config/Holdfast/start.json');
      const isPainted = () => existsSync(stamp) && readFileSync(stamp, 'utf8').includes('"attempts":0');
      await until(
        () => `a painted window:\n${stderr}`,
        () => app.exitCode !== null || isPainted(),
      );
      app.kill('SIGTERM');
      await until('its end', () => app.exitCode !== null);
      expect(app.exitCode, stderr).toBe(0);
      expect(stderr).not.toContain('without the Chromium sandbox');
    },
    600_000,
  );
});
