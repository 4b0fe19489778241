/** The guide's examples, all in one app: its own main code, and what its pages call and receive. */
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PAGES_APP, PROJECT } from '../../support/app.ts';
import { withCode } from '../../support/extension/app.ts';
import { choose, seeItem } from '../../support/menu.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const EXAMPLES = ['badge', 'login', 'menu', 'notifications', 'openFile', 'tray'];
const folderOf = (name: string) => join(PROJECT, 'test', 'support', 'extension', name);

/** The code of all examples, and some that needs a package with a compiled part. */
const CODE = `
  import { transform } from 'lightningcss';
  import { defineMain } from 'holdfast/main';
  ${EXAMPLES.map((name) => `import ${name} from ${JSON.stringify(join(folderOf(name), 'desktop', 'main.ts'))};`).join('\n')}
  const all = [${EXAMPLES}];
  const css = () => String(transform({ filename: 'a.css', code: Buffer.from('a { color: #ff0000 }'), minify: true }).code);
  export default defineMain({
    ready: (context) => all.forEach((one) => one.ready?.(context)),
    menu: (template, context) => all.reduce((items, { menu }) => menu?.(items, context) ?? items, template),
    handle: Object.assign({ css: { run: css } }, ...all.map(({ handle }) => handle)),
  });`;

/** A prelude: keeps the code's instances of these Electron classes in `globalThis.made`. */
const NOTES_MADE = `
  globalThis.made = { Tray: [], Notification: [] };
  const noting = Object.fromEntries(Object.entries(globalThis.made).map(([name, all]) => [name, new Proxy(electron[name], {
    construct(target, args, newTarget) {
      const one = Reflect.construct(target, args, newTarget);
      const { setContextMenu } = one;
      // Electron has no way to read it back.
      if (setContextMenu) one.setContextMenu = (menu) => {
        globalThis.trayMenu = menu;
        setContextMenu.call(one, menu);
      };
      all.push({ one, args });
      return one;
    },
  })]));
  const Module = module.constructor;
  const load = Module._load;
  const changed = new Proxy(electron, { get: (target, key) => noting[key] ?? target[key] });
  Module._load = (name, ...rest) => (name === 'electron' ? changed : load.call(Module, name, ...rest));
`;

/** An example's code for pages, as an expression whose value is what it exports. */
async function pageCode(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(folderOf(name), 'src', 'native.ts'), formats: ['iife'], name: 'own' },
    },
  });
  const [first] = [built].flat();
  if (!first || !('output' in first)) throw new Error('Vite built nothing.');
  return `(() => { ${first.output[0].code}; return own; })()`;
}

const folder = fileFolder();
let app: Watched;
beforeAll(async () => {
  app = await watch({
    app: PAGES_APP,
    prelude: NOTES_MADE,
    env: { XDG_CONFIG_HOME: folder },
    async alter(copy) {
      const { modules } = await withCode(CODE, join(PROJECT, '.cache'))(copy);
      expect(modules.map(({ name }) => name)).toContain('lightningcss');
      await mkdir(join(copy, '.build', 'node_modules'));
      for (const { name, folder: from } of modules)
        await symlink(from, join(copy, '.build', 'node_modules', name));
    },
  });
  await app.shows('This window is Holdfast');
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
});

it('a tray opens the window, on a page', async () => {
  expect(await app.main('made.Tray.length')).toBe(1);
  const isVisible = () => app.main('electron.BrowserWindow.getAllWindows()[0].isVisible()');
  await app.main('electron.BrowserWindow.getAllWindows()[0].hide()');
  expect(await isVisible()).toBe(false);
  await app.main(`void made.Tray[0].one.emit('click')`);
  await until('the window', isVisible);
  await app.main(`void trayMenu.items.find(({ label }) => label === 'New Order').click()`);
  await until('the page', () => app.page(`location.pathname === '/orders/new'`).catch(() => false));
});

it('chooses a file in a dialog of the window, and reads it', async () => {
  const file = join(tmpdir(), `note-${process.pid}.md`);
  await writeFile(file, 'bread, milk');
  await app.main(`void (electron.dialog.showOpenDialog = async (window, options) => {
    globalThis.asked = { isApp: window === electron.BrowserWindow.getAllWindows()[0], options };
    return { canceled: false, filePaths: [${JSON.stringify(file)}] };
  })`);
  const own = await pageCode('openFile');
  const read = `new Promise((done, fail) => ${own}.open(done).then(() => done('nothing'), fail))`;
  expect(await app.page(read)).toBe(`note-${process.pid}.md: bread, milk`);
  expect(await app.main('asked')).toEqual({
    isApp: true,
    options: { properties: ['openFile'], filters: [{ name: 'Text', extensions: ['md', 'txt'] }] },
  });
  await rm(file);
  await app.main(`void (electron.dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] }))`);
  expect(await app.page(read)).toBe('nothing');
});

it('a menu item sends the page a message', async () => {
  const own = await pageCode('menu');
  await app.page(`(() => {
    window.titles = [];
    window.stop = ${own}.onNewNote((title) => titles.push(title));
  })()`);
  expect(await seeItem(app, 'new-note')).toMatchObject({ label: 'New Note', accelerator: 'CmdOrCtrl+N' });
  // The others still exist.
  await seeItem(app, 'reload');
  await choose(app, 'new-note');
  await expect.poll(() => app.page('titles')).toEqual(['Untitled']);
  await app.page('void stop()');
  await choose(app, 'new-note');
  // Any message arrives before this answer.
  await app.page('holdfast.invoke("none").catch(String)');
  expect(await app.page('titles')).toEqual(['Untitled']);
});

it('a notification opens its page', async () => {
  const own = await pageCode('notifications');
  await app.page(`${own}.remind('7')`);
  expect(await app.main('made.Notification.map(({ args }) => args[0])')).toEqual([
    { title: 'Order 7 is due', body: '' },
  ]);
  await app.main(`void made.Notification[0].one.emit('click')`);
  await until('the page', () => app.page(`location.pathname === '/orders/7'`).catch(() => false));
});

it('a page sets the badge', async () => {
  await app.main(`(() => {
    globalThis.badges = [];
    electron.app.setBadgeCount = (count) => badges.push(count) > 0;
    electron.BrowserWindow.getAllWindows()[0].setOverlayIcon = (_icon, count) => void badges.push(Number(count));
  })()`);
  await app.page(`holdfast.invoke('setBadge', 3)`);
  await app.page(`holdfast.invoke('setBadge', 0)`);
  expect(await app.page(`holdfast.invoke('setBadge', -1).catch(() => 'refused')`)).toBe('refused');
  expect(await app.main('badges')).toEqual([3, 0]);
});

it.runIf(process.platform === 'linux')('starts with the system if the user wants it', async () => {
  expect(await seeItem(app, 'start-with-system')).toMatchObject({ type: 'checkbox', checked: false });
  const file = join(folder, 'autostart', 'Holdfast.desktop');
  await choose(app, 'start-with-system');
  expect(await readFile(file, 'utf8')).toMatch(/^Exec=".+"$/m);
  await choose(app, 'start-with-system');
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});

it('requires a package with a compiled part from node_modules', async () => {
  expect(await app.page(`holdfast.invoke('css')`)).toBe('a{color:red}');
});
