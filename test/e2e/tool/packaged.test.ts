import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createPackage, extractAll, extractFile, listPackage, uncache } from '@electron/asar';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { checkFuses } from '../../../electron/tool/pack/fuses.ts';
import { electronArgs } from '../../../electron/tool/run/launch.ts';
import { fileFolder } from '../../electron/testFolder.ts';
import { APP, spawnApp } from '../../support/app.ts';
import { connect, pagesOf } from '../../support/cdp.ts';
import { freePort } from '../../support/freePort.ts';
import { lacks, needing } from '../../support/lacks.ts';
import { LANGUAGES } from '../../support/languages.ts';
import { hasNamespaces, inNamespace } from '../../support/namespace.ts';
import { pictureOf, send } from '../../support/onPage.ts';
import { html, type Origin, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { GREEN_PDF, greenIn } from '../../support/pdf.ts';
import { watch } from '../../support/recovery.ts';
import { configured, repository } from '../../support/repository.ts';
import { type Screen, screenOf } from '../../support/screen.ts';
import { certify, newKey, selfSigned } from '../../support/selfSigned.ts';
import { holdfast, holdfastWith } from '../../support/tool.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';
import { writeFiles } from '../../support/writeFiles.ts';

const NO_BUS = { XDG_CURRENT_DESKTOP: 'GNOME', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };

async function startKeyring(home: string): Promise<{ env: NodeJS.ProcessEnv; stop(): void }> {
  await mkdir(home, { recursive: true });
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = await once(bus.stdout, 'data');
  const own = { HOME: home, XDG_RUNTIME_DIR: home, DBUS_SESSION_BUS_ADDRESS: String(address).trim() };
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin.end('password');
  await until('the keyring', () => existsSync(join(home, 'keyring', 'control')));
  return {
    env: { ...own, XDG_CURRENT_DESKTOP: 'GNOME' },
    stop() {
      keyring.kill();
      bus.kill();
    },
  };
}

/** The program and resources of electron-builder's output, on each platform. */
async function findParts(output: string, name: string): Promise<{ executable: string; resources: string }> {
  const [folder] = (await readdir(output)).filter((name) => /unpacked$|^mac/.test(name));
  if (!folder) throw new Error(`nothing was packaged in ${output}`);
  const root = join(output, folder);
  if (process.platform === 'darwin') {
    const contents = join(root, `${name}.app`, 'Contents');
    return { executable: join(contents, 'MacOS', name), resources: join(contents, 'Resources') };
  }
  const executable = join(root, process.platform === 'win32' ? `${name}.exe` : name.toLowerCase());
  return { executable, resources: join(root, 'resources') };
}

/** Files of a build that packers take for sources. */
const LIKE_SOURCES =
  'node_modules/one/index.js lib/node_modules/two/index.js model.obj lib/types.d.ts module.cc code.pyc'
    .concat(' package-lock.json lib/package.json level.map .well-known/one.json lib/.gitignore')
    .split(' ');

describe('a packaged app', () => {
  // With a non-ASCII letter, which an app without a locale cannot represent.
  const output = fileFolder('pâckage');
  let parts: { executable: string; resources: string };
  let archive: string;
  let shop: Origin;
  let said = '';
  beforeAll(async () => {
    shop = await startOrigin((request, response) =>
      request.url === '/upload'
        ? html(PAGE('upload'), 200, { 'Content-Security-Policy': 'sandbox allow-scripts' })(request, response)
        : usual(request, response),
    );
    const own = {
      ...{ name: 'Shop', id: 'com.example.shop', web: { build: 'dist' }, main: 'desktop/main.ts' },
      settings: { permissions: ['notifications'] },
    };
    const root = writeFiles(join(output, 'app'), {
      'package.json': '{ "version": "1.2.3", "description": "Sells things.", "scripts": { "a": "b" } }',
      'settings.json': '{ "sentryDsn": "https://key@127.0.0.1:9/1" }',
      ...configured(own),
      'desktop/main.ts': `
        import { defineMain } from 'holdfast/main';
        export default defineMain({ handle: { started: { run: () => 'by its own code' } } });`,
      'dist/index.html': '<title>Shop</title><h1>The shop</h1>',
      ...Object.fromEntries(LIKE_SOURCES.map((name) => [`dist/${name}`, name])),
    });
    // Its code imports from the package.
    await mkdir(join(root, 'node_modules'));
    await symlink(APP, join(root, 'node_modules', 'holdfast'), 'junction');
    const options = [`--output=${join(output, 'made')}`, `--settings=${join(root, 'settings.json')}`];
    const packed = await holdfast(root, 'package', ...options);
    said = packed.stdout + packed.stderr;
    expect(packed.code, said).toBe(0);
    parts = await findParts(join(output, 'made'), own.name);
    archive = join(parts.resources, 'app.asar');
  });
  it('contains only what ships, and a package.json without scripts and dependencies', async () => {
    const names = listPackage(archive, { isPack: false })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.[a-z]+$/.test(name) && !/^\/web\/(?!index)/.test(name))
      // The bundler decides how the code is divided.
      .map((name) => name.replace(/(main|_holdfast)\/[\w.]+-[\w-]{8}\.(cjs|js)$/, '$1/*.$2'));
    expect([...new Set(names)].sort()).toEqual([
      '/config.json',
      '/extension.cjs',
      '/main/*.cjs',
      '/main/main.cjs',
      ...LANGUAGES.filter((one) => one !== 'en')
        .sort()
        .map((one) => `/main/texts/${one}.json`),
      '/package.json',
      '/preload/preload.cjs',
      '/renderer/_holdfast/*.js',
      '/renderer/_holdfast/site/seed.js',
      '/renderer/_holdfast/site/worker.js',
      '/renderer/index.html',
      '/renderer/pages.json',
      '/web.json',
      '/web/index.html',
    ]);
    expect(statSync(archive).size).toBeLessThanOrEqual(2_500_000);
    const packed = JSON.parse(extractFile(archive, 'package.json').toString());
    expect(packed).toMatchObject({
      ...{ name: 'shop', productName: 'Shop', version: '1.2.3', main: 'main/main.cjs' },
      description: 'Sells things.',
    });
    expect(Object.keys(packed).filter((key) => /scripts|dependencies/i.test(key))).toEqual([]);
    expect(JSON.parse(extractFile(archive, 'config.json').toString()).settings).toEqual({
      ...{ permissions: ['notifications'], sentryDsn: 'https://key@127.0.0.1:9/1' },
    });
    // Where other programs can open it.
    const licenses = await readFile(join(parts.resources, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['@opentelemetry/core', '@sentry/core', 'electron-updater', 'holdfast', 'react-dom'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d.* \\((?:MIT|Apache-2.0)\\)$`, 'm'));
    expect(licenses).toContain('Copyright (c) Meta Platforms');
    const ours = ['app', 'app.asar.unpacked', 'default_app.asar'].filter((name) =>
      existsSync(join(parts.resources, name)),
    );
    expect(ours).toEqual([]);
  });

  it('leaves its source maps beside it, each with its script', async () => {
    const files = await readdir(join(output, 'made', 'sourcemaps'), { recursive: true });
    // A file of the build is none of the shell's.
    const maps = files.filter((name) => name.endsWith('.map') && !name.startsWith('web'));
    expect(maps.length).toBeGreaterThan(5);
    for (const map of maps) expect(files).toContain(map.slice(0, -'.map'.length));
    const map = await readFile(join(output, 'made', 'sourcemaps', 'extension.cjs.map'), 'utf8');
    expect(JSON.parse(map).sources).toContainEqual(expect.stringMatching(/^[./]*\/desktop\/main\.ts$/));
    expect(said).toMatch(/^(?:✓|ok) wrote source maps into .*sourcemaps {2}\d+\.\d s$/m);
  });

  it('has every fuse set correctly', async () => {
    // electron-builder's own lines are for --verbose, and it has nothing to warn about.
    expect(said).not.toMatch(/^ *•/m);
    expect(said).toContain('read all fuses back from');
    expect(said).toMatch(/^(?:✓|ok) made [^\\/].+$[\s\S]*^Next$\s+^ {2}\S.* starts it$/m);
    const bundle = join(parts.resources, '..', '..');
    await checkFuses(process.platform === 'darwin' ? bundle : parts.executable);
  });

  it('starts from its archive with every file of its build and its own code, whatever is beside it, with no way into main', async () => {
    const beside = process.platform === 'darwin' ? parts.resources : join(parts.executable, '..');
    writeFiles(beside, { 'settings.json': { origin: 7 }, 'config.json': { name: 7 } });
    const userData = join(output, 'data');
    const app = await watch({
      isPackaged: true,
      executable: parts.executable,
      userData,
      // The fuses prevent this: main would run as plain Node, or be open to a debugger.
      env: { ELECTRON_RUN_AS_NODE: '1', LANG: undefined, LC_ALL: undefined, LC_CTYPE: undefined },
      args: [
        '--inspect=0',
        // Encrypted cookies make macOS ask the user for the key chain.
        ...(process.platform === 'darwin' ? ['--use-mock-keychain'] : []),
      ],
    });
    await app.shows('The shop');
    const texts = `Promise.all(${JSON.stringify(LIKE_SOURCES)}.map((name) => fetch('/' + name).then((answer) => answer.text())))`;
    expect(await app.page(texts)).toEqual(LIKE_SOURCES);
    expect(await app.page('holdfast.invoke("started")')).toBe('by its own code');
    expect(app.stderr()).not.toMatch(/settings\.json|config\.json/);
    expect(app.stderr()).not.toContain('Debugger listening');
    // As root, or if the system refuses it, tests start without the sandbox; the app says so.
    const isSandboxed = !electronArgs(parts.executable).includes('--no-sandbox');
    expect(app.stderr().includes('Pages run without the Chromium sandbox')).toBe(!isSandboxed);
    await app.page(`void document.body.append(Object.assign(document.createElement('iframe'), {
      style: 'position: fixed; inset: 0; width: 100%; height: 100%; z-index: 9',
      src: URL.createObjectURL(new Blob([Uint8Array.from(atob('${GREEN_PDF.toString('base64')}'), (one) => one.charCodeAt(0))], { type: 'application/pdf' })),
    }))`);
    await expect.poll(async () => greenIn(await pictureOf(app)), { timeout: 30_000 }).toBeGreaterThan(0.1);
    await app.page(`localStorage.setItem('saved', 'yes')`);
    if (!lacks('SingletonLock')) {
      // What a cleaner of temporary files does: a second start finds the app nevertheless.
      await rm(dirname(await readlink(join(userData, 'SingletonSocket'))), { recursive: true });
      const second = await spawnApp({ executable: parts.executable, userData });
      expect([await second.ended, second.stderr()]).toEqual([0, expect.stringContaining('running already')]);
    }
    expect(await app.stop()).toBe(0);
    expect(existsSync(join(userData, 'Local Storage', 'leveldb', 'CURRENT'))).toBe(true);
    for (const name of ['settings.json', 'config.json']) await rm(join(beside, name));
  });

  it.runIf(process.platform === 'linux')(
    'keeps sign-ins where a start finds no keyring, and has them where one does',
    needing('dbus-daemon', 'gnome-keyring-daemon'),
    async () => {
      const userData = join(output, 'signed-in');
      const cookies = () => readFile(join(userData, 'Cookies'));
      /** Starts the app, which may start itself again. Resolves to the cookies, as `change` leaves them. */
      const start = async (env: NodeJS.ProcessEnv, change?: (app: Screen) => Promise<unknown>) => {
        const port = await freePort();
        const args = [`--remote-debugging-port=${port}`];
        const app = await spawnApp({ executable: parts.executable, userData, args, env });
        const browser = await until('the page', async () => {
          const found = await fetch(`http://127.0.0.1:${port}/json/version`)
            .then((answer) => answer.json())
            .then(({ webSocketDebuggerUrl }) => connect(webSocketDebuggerUrl))
            .catch(() => undefined);
          if (found && (await pagesOf(found)).length > 0) return found;
          found?.close();
          return undefined;
        });
        const screen = screenOf(browser, browser, app.stderr);
        await screen.shows('The shop');
        await change?.(screen);
        const all = await send<{ cookies: { value: string }[] }>(screen, 'Network.getAllCookies');
        const [, pid] = /-(\d+)$/.exec(await readlink(join(userData, 'SingletonLock'))) ?? [];
        process.kill(Number(pid), 'SIGTERM');
        browser.close();
        expect(await app.ended).toBe(0);
        return { found: all.cookies.map(({ value }) => value), said: app.stderr() };
      };
      const keyring = await startKeyring(join(output, 'home'));
      const expires = Date.now() / 1_000 + 3_600;
      const signedIn = { url: 'https://example.com/', name: 'session', value: 'secret', expires };
      await start(keyring.env, (page) => send(page, 'Network.setCookie', signedIn));
      const before = await cookies();
      expect(before.includes('v11')).toBe(true);
      const without = await start({ ...keyring.env, ...NO_BUS });
      expect(without.found).toEqual([]);
      expect(without.said).toContain('The keyring (gnome_libsecret)');
      expect(await cookies()).toEqual(before);
      // Another desktop, whose own keyring is not the one.
      expect((await start({ ...keyring.env, XDG_CURRENT_DESKTOP: 'KDE' })).found).toEqual(['secret']);
      keyring.stop();
    },
  );

  /** A program that sees these settings of an administrator in /etc, and nobody else does. */
  async function administered(settings: object, program = parts.executable): Promise<string> {
    const folder = writeFiles(await mkdtemp(join(output, 'etc-')), { 'settings.json': settings });
    const commands = `
      mkdir -p '${folder}/old' '${folder}/etc/shop'
      mount --bind /etc '${folder}/old'
      ln -s '${folder}/old/'* '${folder}/etc'
      cp '${folder}/settings.json' '${folder}/etc/shop'
      mount --bind '${folder}/etc' /etc
    `;
    return await inNamespace(folder, commands, program);
  }

  it.runIf(hasNamespaces)('takes settings from /etc alone, even as a program for development', async () => {
    const renamed = join(dirname(parts.executable), 'electron');
    await link(parts.executable, renamed);
    const settings = { origin: 'https://own.example.com', language: 'en-GB', nonsense: 1, reports: 'off' };
    const userData = writeFiles(join(output, 'administered'), { 'settings.json': { reports: 'on' } });
    writeFiles(output, { 'own.json': { reports: 'on', language: 'de' } });
    const app = await watch({
      isPackaged: true,
      executable: await administered(settings, renamed),
      userData,
      args: ['--open=/none.js'],
      env: {
        HOLDFAST_SETTINGS: join(output, 'own.json'),
        SENTRY_DSN: 'https://other@127.0.0.1:9/2',
        HOLDFAST_DURATIONS: '{ "readyMs": "never" }',
      },
    });
    await app.shows(`${NOT_FOUND}.`);
    expect(await app.page('document.documentElement.lang')).toBe('en-GB');
    expect(app.stderr()).toContain('/etc/shop/settings.json: "nonsense" cannot be set here');
    // The user's choice does not turn them on again.
    await expect.poll(app.stderr).toContain('Telemetry is off: "reports" is "off".');
    expect(app.stderr()).not.toContain('HOLDFAST_');
    expect(await app.stop()).toBe(0);
    await rm(renamed);
  });

  /** Packs it anew with these values in its configuration, and without its build. */
  async function packAgain(values: object): Promise<void> {
    const folder = await mkdtemp(join(output, 'archive-'));
    // It may have been made anew since it was read.
    uncache(archive);
    extractAll(archive, folder);
    const file = join(folder, 'config.json');
    await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...values }));
    // Beside an address it would be a build that is shown there.
    await rm(join(folder, 'web.json'), { force: true });
    await createPackage(folder, archive);
  }

  // Elsewhere the archive's integrity is checked, and this changes it.
  it.runIf(process.platform === 'linux')('gives a sandboxed upload no bridge and no permission', async () => {
    await packAgain({ web: { address: shop.url } });
    const screen = await watch({
      isPackaged: true,
      executable: parts.executable,
      userData: join(output, 'other'),
    });
    await screen.shows('The shop at /');
    const seen = `Promise.all([typeof holdfast, Notification.requestPermission()])`;
    expect(await screen.page(seen)).toEqual(['object', 'granted']);
    await screen.page(`void setTimeout(() => location.assign('/upload'))`);
    await screen.shows('The shop at upload');
    expect(await screen.page(seen)).toEqual(['undefined', 'denied']);
    expect(await screen.stop()).toBe(0);
  });

  it.runIf(hasNamespaces)("shows an administrator's server by their authority, or none", async () => {
    const { privateKey, publicKey } = newKey();
    const company = { commonName: 'Company CA', privateKey };
    const inside = await startOrigin(usual, { tls: selfSigned('Wiki', company) });
    await packAgain({ web: { address: 'ask' }, desktop: { startWithSystem: true } });
    const authority = certify(company.commonName, publicKey, company, { isAuthority: true });
    await writeFile(join(output, 'company.pem'), authority);
    // Whom the user chose before.
    const before = `${shop.url}/`;
    const chosen = { format: 1, address: before, servers: [{ address: before }] };
    const userData = writeFiles(join(output, 'desk'), { 'server.json': chosen });
    const asked = shop.asked.length;
    // It starts with the system from its first start on, until the user does not want that.
    const { executable } = parts;
    const exec = `\nExec="${executable}"`;
    let entry = exec;
    const autostart = join(output, 'own config', 'autostart', 'shop.desktop');
    /** What the window shows with these settings. */
    const shows = async (settings: object, ...texts: string[]) => {
      const app = await watch({
        isPackaged: true,
        executable: await administered(settings),
        userData,
        env: { XDG_CONFIG_HOME: join(output, 'own config') },
        args: ['--host-resolver-rules=MAP *.lan 127.0.0.1, MAP *.test 203.0.113.9'],
      });
      await app.shows(...texts);
      await until('its start with the system', async () =>
        (await readFile(autostart, 'utf8').catch(() => '')).includes(entry),
      );
      expect(await app.stop()).toBe(0);
    };
    const address = `${inside.url.replace('https://', '')}/wiki`;
    await shows({ address, certificateAuthorities: [join(output, 'company.pem')] }, 'The shop at /wiki');
    // An image of another version, with what the user added.
    entry = (await readFile(autostart, 'utf8')).replace(exec, `${exec} --quiet`);
    // The system's own settings turn it off so.
    await writeFile(autostart, `${entry.replace(executable, '/opt/shop-1.0.AppImage')}Hidden=true\n`);
    entry += 'Hidden=true\n';
    // Without encryption in a private network only.
    await shows(
      { address: 'http://wiki.test/' },
      ...[en.fault.setting.title, en.server.unencrypted, '/etc/shop/settings.json: "address"'],
    );
    expect([inside.asked.length, shop.asked.length]).toEqual([1, asked]);
    await rm(autostart);
    entry = '';
    await shows({ address: `http://wiki.lan:${shop.port}/start` }, 'The shop at /start');
    expect(existsSync(autostart)).toBe(false);
  });
});

it('refuses to pack a file of its own in place of app.asar', async () => {
  const root = repository({
    'dist/index.html': '<title>Shop</title>',
    'other/main/main.cjs': 'process.exit(7)',
    'other/package.json': '{ "main": "main/main.cjs" }',
  });
  const builder = { extraResources: [{ from: 'own', to: '.' }] };
  writeFiles(root, configured({ name: 'Shop', id: 'com.example.shop', web: { build: 'dist' }, builder }));
  await createPackage(join(root, 'other'), join(root, 'own', 'app.asar'));
  // electron-builder would link files instead of copying them if it saw this.
  const { code, stderr } = await holdfastWith({ VITEST: undefined }, root, 'package');
  expect(stderr).toMatch(/app\.asar is not the app that was packed: main.main\.cjs in it differs/);
  expect(code).toBe(1);
});
