import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { assemble } from '../../../../electron/tool/project/assemble.ts';
import { buildWeb } from '../../../../electron/tool/project/buildWeb.ts';
import { holdfastProject, type Project } from '../../../../electron/tool/project/project.ts';
import { writeFiles } from '../../../support/repository.ts';
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

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();

it('contains the shell without its maps and what fetches updates, the web build and the data', async () => {
  const folder = await assemble(project, { web: join(root, 'dist') });
  expect(folder).toBe(join(root, '.holdfast', 'app'));
  expect(filesOf(folder)).toEqual([
    'config.json',
    'main/main.cjs',
    'package.json',
    'preload/preload.cjs',
    'renderer/index.html',
    'web.json',
    'web/assets/index.js',
    'web/assets/index.js.map',
    'web/index.html',
  ]);
  expect(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))).toMatchObject({ name: 'Shop' });
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'shop',
    version: '1.2.3',
    main: 'main/main.cjs',
  });
});

it('several starts at once each find it complete', async () => {
  const folders = await Promise.all(
    Array.from({ length: 6 }, () => assemble(project, { web: join(root, 'dist') })),
  );
  expect(filesOf(folders[0] ?? '')).toContain('package.json');
  expect(readdirSync(join(root, '.holdfast'))).toEqual(['app']);
});

it("is rewritten each time: with the app's pages over the shell's renderer; with a key, what fetches updates", async () => {
  for (const name of ['index-1.js', 'site/worker.js']) write(`shell/renderer/_holdfast/${name}`);
  for (const name of ['index.html', '_holdfast/index-2.js', '_holdfast/index-2.js.map'])
    write(`pages/${name}`, 'own');
  await assemble(project, { web: join(root, 'dist') });
  const dev = 'http://localhost:5173';
  const parts = { dev, pages: join(root, 'pages'), manifest: { updateKey: 'k' } };
  const folder = await assemble(project, parts);
  expect(readFileSync(join(folder, 'renderer', 'index.html'), 'utf8')).toBe('own');
  expect(filesOf(folder)).toEqual([
    ...['config.json', 'main/main.cjs', 'main/updater-1.cjs', 'package.json', 'preload/preload.cjs'],
    ...['index-1.js', 'index-2.js', 'site/worker.js'].map((name) => `renderer/_holdfast/${name}`),
    'renderer/index.html',
  ]);
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  expect([read('config.json').web, read('package.json').updateKey]).toEqual([{ dev }, 'k']);
});

it.each([
  ['none', /^web\.build: .*none does not exist: run "npm run build"\.$/],
  ['dist/index.html', /index\.html is not a folder/],
  ['dist/assets', /assets has no index\.html: run "npm run build"/],
  ['viewer', /viewer has no index\.html: the window opens there first\. It has web[\\/]a\.html: let "web\./],
])('%s is not a web build, and nothing is left behind', async (web, words) => {
  write('viewer/web/a.html', '');
  await expect(assemble(project, { web: join(root, web) })).rejects.toThrow(words);
  expect(readdirSync(project.out)).toEqual([]);
});

it('names what will not work in a web build, whichever command assembles it', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const pictures = ['a/1', 'a/2', 'b/1'].map(
    (path) => `<img src="https://${path.replace('/', '.invalid/')}">`,
  );
  const policy = `<meta http-equiv="Content-Security-Policy" content="img-src\n 'self'">`;
  for (const file of ['index', 'b', 'c', 'd', 'e']) write(`dist/${file}.html`, policy + pictures.join(''));
  write('dist/e.html', '<img src="http://c.invalid/1"><script src="https://cdn.example.com/a.js"></script>');
  await assemble(project, { web: join(root, 'dist') });
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
  const folder = await assemble(project, { web: join(root, 'dist') });
  expect(readFileSync(join(folder, 'web', '200.html'), 'utf8')).toBe('<p>Shop');
  // To a folder of the build, once; two that lead to each other have no end.
  symlinkSync('assets', join(root, 'dist', 'static'));
  await assemble(project, { web: join(root, 'dist') });
  expect(filesOf(join(folder, 'web'))).toContain('static/index.js');
  write('dist/other/a.js');
  symlinkSync('../other', join(root, 'dist', 'assets', 'other'));
  symlinkSync('../assets', join(root, 'dist', 'other', 'assets'));
  await expect(assemble(project, { web: join(root, 'dist') })).rejects.toThrow(
    /^(?!.*nothing).+ is a link to/,
  );

  const inside = (links: Readonly<Record<string, string>>) => {
    const web = join(testFolder(), 'dist');
    mkdirSync(web);
    writeFileSync(join(web, 'index.html'), '');
    for (const [name, target] of Object.entries(links))
      symlinkSync(target.startsWith('../') ? join(root, target.slice(3)) : target, join(web, name));
    return assemble(project, { web });
  };
  for (const target of ['/etc', '../secret', '../secret/key.pem', '.', 'nowhere'])
    await expect(inside({ link: target }), target).rejects.toThrow(/link is a link to .+ Remove them/);
  const many = Array.from({ length: 60 }, (_, at) => [`link${at + 10}`, 'nowhere']);
  await expect(inside(Object.fromEntries(many))).rejects.toThrow(
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
  const texts = (name: string) => JSON.parse(readFileSync(join(folder, `main/texts/${name}.json`), 'utf8'));
  expect(texts('de')).toEqual({ menu: { view: '&Ansicht', help: '&Beistand' }, pages: {} });
  expect(texts('sv')).toEqual(own.sv);
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
  const folder = await assemble(project, { web: root });
  if (process.platform !== 'win32') {
    symlinkSync('.env', join(root, 'env.txt'));
    await expect(assemble(project, { web: root })).rejects.toThrow('env.txt is a link to');
  }
  expect(filesOf(join(folder, 'web')).filter((name) => !/^(?:dist|shell)\//.test(name))).toEqual([
    'a/b.js',
    'index.html',
    'package.json',
  ]);
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
