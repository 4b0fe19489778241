import { readdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { assemble } from '../../../../electron/tool/project/assemble.ts';
import { buildWeb } from '../../../../electron/tool/project/buildWeb.ts';
import { holdfastProject, type Project } from '../../../../electron/tool/project/project.ts';
import { filesOf } from '../../../support/repository.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

let root: string;
let project: Project;

const write = (name: string, text = name) => writeFiles(root, { [name]: text });

beforeEach(() => {
  root = testFolder();
  project = {
    ...holdfastProject(root),
    out: join(root, '.holdfast'),
    shell: join(root, 'shell'),
    isHoldfast: false,
    config: { name: 'Shop', id: 'com.example.shop', web: { build: 'dist', buildCommand: 'npm run build' } },
  };
  write('package.json', '{ "version": "1.2.3" }');
  const shell = 'main/main.cjs main/main.cjs.map main/updater-1.cjs preload/preload.cjs renderer/index.html';
  for (const name of shell.split(' ')) write(`shell/${name}`);
  for (const name of ['index.html', 'assets/index.js', 'assets/index.js.map'])
    write(`dist/${name}`, '<p>Shop');
});

const take = (web = 'dist') => assemble(project, { web: join(root, web) });
const readJson = (folder: string, name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

it('contains the shell without its maps and what fetches updates, the web build and the data', async () => {
  const folder = await take();
  expect(folder).toBe(join(root, '.holdfast', 'app'));
  expect(filesOf(folder)).toEqual([
    ...['config.json', 'main/main.cjs', 'package.json', 'preload/preload.cjs', 'renderer/index.html'],
    ...['web.json', 'web/assets/index.js', 'web/assets/index.js.map', 'web/index.html'],
  ]);
  expect(readJson(folder, 'config.json')).toMatchObject({ name: 'Shop' });
  const manifest = { name: 'shop', version: '1.2.3', main: 'main/main.cjs' };
  expect(readJson(folder, 'package.json')).toMatchObject(manifest);
});

it('several starts at once each find it complete', async () => {
  const [folder = ''] = await Promise.all(Array.from({ length: 6 }, () => take()));
  expect(filesOf(folder)).toContain('package.json');
  expect(readdirSync(join(root, '.holdfast'))).toEqual(['app']);
});

it("is rewritten each time: with the app's pages over the shell's renderer; with a key, what fetches updates", async () => {
  for (const name of ['index-1.js', 'site/worker.js']) write(`shell/renderer/_holdfast/${name}`);
  for (const name of ['index.html', '_holdfast/index-2.js', '_holdfast/index-2.js.map'])
    write(`pages/${name}`, 'own');
  await take();
  const dev = 'http://localhost:5173';
  const parts = { dev, pages: join(root, 'pages'), manifest: { updateKey: 'k' } };
  const folder = await assemble(project, parts);
  expect(readFileSync(join(folder, 'renderer', 'index.html'), 'utf8')).toBe('own');
  expect(filesOf(folder)).toEqual([
    ...['config.json', 'main/main.cjs', 'main/updater-1.cjs', 'package.json', 'preload/preload.cjs'],
    ...['index-1.js', 'index-2.js', 'site/worker.js'].map((name) => `renderer/_holdfast/${name}`),
    'renderer/index.html',
  ]);
  expect(readJson(folder, 'config.json').web).toEqual({ dev });
  expect(readJson(folder, 'package.json').updateKey).toBe('k');
});

it.each([
  ['none', /^web\.build: .*none does not exist: run "npm run build"\.$/],
  ['dist/index.html', /index\.html is not a folder/],
  ['dist/assets', /assets has no index\.html: run "npm run build"/],
  ['viewer', /viewer has no index\.html: the window opens there first\. It has web[\\/]a\.html: let "web\./],
])('%s is not a web build, and nothing is left behind', async (web, words) => {
  write('viewer/web/a.html', '');
  await expect(take(web)).rejects.toThrow(words);
  expect(readdirSync(project.out)).toEqual([]);
});

it('names what will not work in a web build, whichever command assembles it', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const pictures = ['a.invalid/1', 'a.invalid/2', 'b.invalid/1'].map((at) => `<img src="https://${at}">`);
  const policy = `<meta http-equiv="Content-Security-Policy" content="img-src\n 'self'">`;
  for (const file of ['index', 'b', 'c', 'd', 'e']) write(`dist/${file}.html`, policy + pictures.join(''));
  write('dist/e.html', '<img src="http://c.invalid/1"><script src="https://cdn.example.com/a.js"></script>');
  await take();
  expect(said.mock.calls.flat()).toEqual([
    expect.stringMatching(
      /^notice: b\.html, c\.html, d\.html and 1 more: Content-Security-Policy: .*"img-src 'self'"> is in/,
    ),
    'notice: b.html, c.html, d.html and 1 more: img-src: https://a.invalid, https://b.invalid: not in the build. This allows it: settings: { contentSecurityPolicy: ["img-src https://a.invalid https://b.invalid"] }.',
    'notice: e.html: img-src: http://c.invalid: not in the build. A setting allows it by https only.',
    'notice: e.html: script-src: https://cdn.example.com: not in the build. Scripts come from the build alone: put them there.',
  ]);
  said.mockRestore();
});

it.skipIf(process.platform === 'win32')('links do not lead out of the web build', async () => {
  write('secret/key.pem');
  symlinkSync('index.html', join(root, 'dist', '200.html'));
  // To a folder of the build, once; two that lead to each other have no end.
  symlinkSync('assets', join(root, 'dist', 'static'));
  const folder = await take();
  expect(readFileSync(join(folder, 'web', '200.html'), 'utf8')).toBe('<p>Shop');
  expect(filesOf(join(folder, 'web'))).toContain('static/index.js');
  write('dist/other/a.js');
  symlinkSync('../other', join(root, 'dist', 'assets', 'other'));
  symlinkSync('../assets', join(root, 'dist', 'other', 'assets'));
  await expect(take()).rejects.toThrow(/^(?!.*nothing).+ is a link to/);
  const inside = (target: string, count = 1) => {
    const web = writeFiles(testFolder(), { 'index.html': '' });
    for (let at = 0; at < count; at++) symlinkSync(target, join(web, `link${at + 10}`));
    return assemble(project, { web });
  };
  for (const target of ['/etc', join(root, 'secret'), join(root, 'secret/key.pem'), '.', 'nowhere'])
    await expect(inside(target), target).rejects.toThrow(/link10 is a link to .+ Remove them/);
  await expect(inside('nowhere', 60)).rejects.toThrow(
    /60 of its links lead .+link10 is a link to nothing, .+, .+ …\. Remove them/,
  );
  // The last complete one.
  expect(readdirSync(project.out)).toEqual(['app']);
});

it("merges the app's texts over the shell's, adds its languages, and names unusable ones", async () => {
  write('shell/main/texts/de.json', '{"menu":{"view":"&Ansicht","help":"&Hilfe"},"pages":{}}');
  const own = { de: { menu: { help: '&Beistand' } }, sv: { menu: { help: '&Hjälp' } } };
  for (const [name, texts] of Object.entries(own)) write(`desktop/texts/${name}.json`, JSON.stringify(texts));
  const folder = await assemble(project);
  const german = { menu: { view: '&Ansicht', help: '&Beistand' }, pages: {} };
  expect(readJson(folder, 'main/texts/de.json')).toEqual(german);
  expect(readJson(folder, 'main/texts/sv.json')).toEqual(own.sv);
  for (const [name, text, message] of [
    ['de.json', '{"menu":{"hlep":"x"}}', 'de.json: there is no text "menu.hlep": is it "menu.help"?'],
    ['de.json', '{"menu":{"about":"x"}}', 'de.json: "menu.about" must take name, as in English'],
    ['de.json', '{"menu":{"about":{}}', 'de.json is not a JSON object.'],
    ['German.txt', '{}', 'German.txt must be named after a language'],
  ] as const) {
    write('desktop/texts/de.json', '{}');
    write(`desktop/texts/${name}`, text);
    await expect(assemble(project)).rejects.toThrow(`desktop/texts/${message}`);
  }
});

it('of a whole repository, hidden files, packages and the configuration stay behind', async () => {
  const files = '.env node_modules/x/index.js a/.secret a/b.js holdfast.config.ts index.html';
  for (const name of files.split(' ')) write(name);
  const folder = await take('.');
  if (process.platform !== 'win32') {
    symlinkSync('.env', join(root, 'env.txt'));
    await expect(take('.')).rejects.toThrow('env.txt is a link to');
  }
  const own = filesOf(join(folder, 'web')).filter((name) => !/^(?:dist|shell)\//.test(name));
  expect(own).toEqual(['a/b.js', 'index.html', 'package.json']);
});

it('a build that wrote another folder is named with it', async () => {
  const script =
    "require('fs').mkdirSync('out/web',{recursive:true});require('fs').writeFileSync('out/web/index.html','')";
  write('build.cjs', script);
  utimesSync(join(root, 'dist/index.html'), 1, 1);
  const web = { build: 'other', buildCommand: `"${process.execPath}" build.cjs` };
  const built = buildWeb({ ...project, config: { ...project.config, web } }, false, () => undefined);
  await expect(built).rejects.toThrow("has written out/web, and not other. Write web: { build: 'out/web' }.");
});
