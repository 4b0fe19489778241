/** The deb that `npm run dist` makes without downloading anything: its fields, its files, and that its app starts. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { extractFile } from '@electron/asar';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { channelOf, checkSignature, readUpdateKey } from '../../../electron/configuration/signature.ts';
import { signUpdates } from '../../../electron/tool/pack/sign.ts';
import { fileFolder } from '../../electron/testFolder.ts';
import { APP, ELECTRON } from '../../support/app.ts';
import { BareSystem, canMakeBareSystem } from '../../support/bareSystem.ts';
import { needing } from '../../support/lacks.ts';
import { watch } from '../../support/recovery.ts';
import { repository } from '../../support/repository.ts';
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
  let root: string;
  beforeAll(async () => {
    root = join(folder, 'root');
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
    // On a busy machine it still takes minutes.
  }, 600_000);

  it("has the build's name, version and architecture, and belongs to root", () => {
    const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
    expect(deb).toMatch(new RegExp(`/holdfast-${version}(-for-tests)?-linux-${arch}[.]deb$`));
    const fields = run('dpkg-deb', '-f', deb, 'Package', 'Section', 'Version', 'Architecture');
    expect(fields).toBe(`Package: holdfast\nSection: utils\nVersion: ${version}\nArchitecture: ${arch}\n`);
    expect(run('dpkg-deb', '-f', deb, 'Depends')).toMatch(
      /libnss3,.+libasound2t64 [|] libasound2, libdrm2, libgbm1, libx11-xcb1/,
    );
    // Only root may write.
    for (const line of run('dpkg-deb', '-c', deb).trim().split('\n'))
      expect(line).toMatch(/^(d|-|l)rw(x|-)r-(x|-)r-(x|-) root\/root /);
  });

  it('contains its licences, where Debian looks for them and as CycloneDX beside it', async () => {
    const copyright = await readFile(join(root, 'usr/share/doc/holdfast/copyright'), 'utf8');
    expect(copyright).toMatch(/^Holdfast .*\n(?:.+\n)*License: MIT\n\n/);
    expect(copyright).toMatch(/^@sentry\/core .* \(MIT\)$/m);
    const bill = JSON.parse(await readFile(join(dirname(deb), `holdfast-${version}.cdx.json`), 'utf8'));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const purls = bill.components.map(({ purl }: { purl: string }) => purl.replace(/@[\d.]+$/, ''));
    expect(purls).toEqual(expect.arrayContaining(['pkg:npm/electron', 'pkg:npm/%40sentry/core']));
    expect(new Set(purls).size).toBeGreaterThan(30);
    // Of the tool, and in no app.
    expect(purls).not.toContain('pkg:npm/next');
  });

  it('has complete files, by its own list', async () => {
    const sums = (await readFile(join(control, 'md5sums'), 'utf8')).trim().split('\n');
    const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    expect(sums).toHaveLength(files.length);
    for (const line of sums) {
      const [sum, file] = line.split('  ') as [string, string];
      const bytes = await readFile(join(root, file));
      expect(createHash('md5').update(bytes).digest('hex'), file).toBe(sum);
    }
    for (const script of ['postinst', 'postrm']) run('bash', '-n', join(control, script));
  });

  // For systems where AppArmor refuses user namespaces to programs without a profile, such as Ubuntu 24.04.
  it('contains the AppArmor profile that its sandbox needs, and loads it', async () => {
    const profile = await readFile(join(root, 'opt/Holdfast/resources/apparmor-profile'), 'utf8');
    expect(profile).toMatch(
      /profile "holdfast" "\/opt\/Holdfast\/holdfast" flags=\(unconfined\) \{\s+userns,/,
    );
    const postinst = await readFile(join(control, 'postinst'), 'utf8');
    expect(postinst).toContain("='/opt/Holdfast/resources/apparmor-profile'");
    expect(postinst).toMatch(/^\s+apparmor_parser --replace /m);
    expect(await readFile(join(control, 'postrm'), 'utf8')).toMatch(/^\s+apparmor_parser --remove /m);
  });

  it('contains a desktop entry that opens links, and its icon', async () => {
    const entry = await readFile(join(root, 'usr/share/applications/holdfast.desktop'), 'utf8');
    expect(entry).toContain('Exec=/opt/Holdfast/holdfast %U\n');
    expect(entry).toContain('MimeType=x-scheme-handler/holdfast;\n');
    const icon = await readFile(join(root, 'usr/share/icons/hicolor/scalable/apps/holdfast.svg'));
    expect(icon.equals(await readFile(join(APP, 'electron/tool/pack/icon.svg')))).toBe(true);
    const ofWindow = PNG.sync.read(await readFile(join(root, 'opt/Holdfast/resources/icon.png')));
    expect(ofWindow).toMatchObject({ width: 256, height: 256 });
  });

  it('can be updated: it says that it is a deb, and the update file beside it describes it', async () => {
    const resources = join(root, 'opt/Holdfast/resources');
    expect(await readFile(join(resources, 'package-type'), 'utf8')).toBe('deb');
    expect(await readFile(join(resources, 'app-update.yml'), 'utf8')).toContain('provider: generic');
    const name = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
    const update = await readFile(join(deb, '..', name), 'utf8');
    const sha512 = createHash('sha512')
      .update(await readFile(deb))
      .digest('base64');
    expect(update).toContain(`version: ${version}\n`);
    expect(update).toContain(`sha512: ${sha512}\n`);
  });

  it('contains the key that verifies its updates, and is itself a valid update once signed', async () => {
    const manifest = extractFile(join(root, 'opt/Holdfast/resources/app.asar'), 'package.json').toString();
    const { updateKey, builtAt } = JSON.parse(manifest);
    const trust = {
      key: readUpdateKey(updateKey),
      app: 'com.example.holdfast',
      builtAt: Date.parse(builtAt),
      newest: 0,
    };
    expect(trust.key.equals(keys.publicKey)).toBe(true);
    const output = dirname(deb);
    const channel = channelOf('linux', process.arch);
    const described = async () =>
      parseUpdateInfo(await readFile(join(output, `${channel}.yml`), 'utf8'), channel, new URL('file:///'));
    const unsigned = await described();
    expect(() => checkSignature(unsigned, channel, trust)).toThrow('is not signed');
    await signUpdates(output, keys.privateKey, new Date());
    expect(checkSignature(await described(), channel, trust)).toBeGreaterThan(trust.builtAt);
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
    const own = repository({
      'dist/index.html': '<title>Shop</title>',
      'holdfast.config.mjs': `export default ${JSON.stringify({ name, id: 'com.example.shop', web: { build: 'dist' } })};`,
    });
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
    const classes = [
      ...Buffer.from(bytes, 'latin1')
        .toString()
        .matchAll(/"(.+?)"/g),
    ].map(([, one]) => one);
    // Electron takes the desktop entry's name from 41.6.1 on. Before, it had no way to set another than the app's name.
    expect(classes).toEqual(ELECTRON > 41 ? [wanted, wanted] : [name.toLowerCase(), name]);
    expect(await app.stop()).toBe(0);
  });

  it.runIf(canMakeBareSystem())(
    'starts in a minimal system with only its dependencies, as a user who is not root, without a network',
    async () => {
      const system = new BareSystem(join(folder, 'system'));
      await system.make();
      await system.install(deb);
      const app = system.start('/opt/Holdfast/holdfast');
      let stderr = '';
      app.stderr?.on('data', (text: Buffer) => {
        stderr += text;
      });
      const ended = once(app, 'exit');
      let isOver = false;
      app.once('exit', () => {
        isOver = true;
      });
      const stamp = join(system.root, 'home/ann/.config/Holdfast/start.json');
      await until(
        () => `a painted window:\n${stderr}`,
        () => isOver || (existsSync(stamp) && readFileSync(stamp, 'utf8').includes('"attempts":0')),
      );
      app.kill('SIGTERM');
      expect(await ended, stderr).toEqual([0, null]);
      expect(stderr).not.toContain('without the Chromium sandbox');
    },
    600_000,
  );
});
