/** `holdfast init` in folders made by app generators. */
import { existsSync, symlinkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { PNG } from 'pngjs';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseVerb } from '../../../../electron/tool/cli/args.ts';
import { VERBS } from '../../../../electron/tool/cli/commands.ts';
import { type InitValues, init } from '../../../../electron/tool/commands/init.ts';
import { configText, type NewConfig } from '../../../../electron/tool/init/configText.ts';
import { nameOf } from '../../../../electron/tool/init/frameworks.ts';
import { UsageError } from '../../../../electron/tool/project/usageError.ts';
import { html, startOrigin, usual } from '../../../support/origin.ts';
import { repository } from '../../../support/repository.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
const CONFIG = 'holdfast.config.ts';

/** Runs it like the command line. Resolves to its output. */
async function run(root: string, ...args: string[]): Promise<string> {
  const { values } = parseVerb(args, VERBS.init?.options ?? {}, false);
  const log = vi.spyOn(console, 'log').mockReturnValue();
  try {
    expect(await init(values as InitValues, root)).toBe(0);
    return log.mock.calls.join('\n');
  } finally {
    log.mockRestore();
  }
}

/** Expects that this configuration was written. */
async function wrote(root: string, config: NewConfig, file = CONFIG): Promise<void> {
  expect(await readFile(join(root, file), 'utf8')).toBe(configText(config));
}

const app = (name: string, dependencies: object, scripts: object) => ({
  'package.json': { name, scripts, dependencies },
});
const NEXT = app('next-app', { next: '16' }, { dev: 'next dev', build: 'next build', start: 'next start' });
const EXPORT = "export default { output: 'export' };";
const ANGULAR = {
  ...app('ng-app', { '@angular/core': '21' }, { start: 'ng serve', build: 'ng build' }),
  'angular.json': {
    projects: { 'ng-app': { architect: { build: { builder: '@angular/build:application' } } } },
  },
};
const CRA = app(
  'cra',
  { 'react-scripts': '5' },
  { start: 'react-scripts start', build: 'react-scripts build' },
);
const VUE_CLI = app(
  'vue-cli',
  { '@vue/cli-service': '5' },
  { serve: 'vue-cli-service serve', build: 'vue-cli-service build' },
);
const SVELTE_KIT = {
  ...app('kit', { '@sveltejs/kit': '2', vite: '8' }, { dev: 'vite dev', build: 'vite build' }),
  'svelte.config.js': "import adapter from '@sveltejs/adapter-static'; export default { kit: { adapter } };",
  'pnpm-lock.yaml': '',
};
const ASTRO = { ...app('stars', { astro: '6' }, { dev: 'astro dev', build: 'astro build' }), 'bun.lock': '' };
const VITEPRESS = app(
  'press',
  { vitepress: '1' },
  { 'docs:dev': 'vitepress dev docs', 'docs:build': 'vitepress build docs' },
);
const DOCUSAURUS = app(
  'saurus',
  { '@docusaurus/core': '3' },
  { start: 'docusaurus start', build: 'docusaurus build' },
);
const GATSBY = { ...app('gats', { gatsby: '5' }, { develop: 'gatsby develop' }), 'yarn.lock': '' };

it('asks for the address of the server on a terminal, until it can be one', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const terminal = (stream: PassThrough) => Object.assign(stream, { isTTY: true }) as unknown as never;
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal(input));
  vi.spyOn(process, 'stdout', 'get').mockReturnValue(terminal(output));
  onTestFinished(() => void vi.restoreAllMocks());
  const shop = await startOrigin(usual);
  onTestFinished(() => shop.close());
  const answers = ['http://shop.example.com', `${shop.url}/`, ''];
  let asked = 0;
  output.on('data', (text) => {
    if (!String(text).includes('server')) return;
    asked += 1;
    // As a person does: later.
    setImmediate(() => input.write(`${answers.shift()}\n`));
  });
  const root = await repository(CRA);
  expect(await run(root)).toContain('It must be https');
  expect(asked).toBe(2);
  expect(await readFile(join(root, CONFIG), 'utf8')).toContain(`address: '${shop.url}/'`);
  await run(root, '--force');
  expect(await readFile(join(root, CONFIG), 'utf8')).not.toContain('address');
  await run(root, '--force', '--yes');
  await run(root, '--force', '--address', `${shop.url}/`);
  expect(asked).toBe(3);
});

it.each([
  ['Next.js', { ...NEXT, 'next.config.ts': EXPORT }, 3000, 'out', 'npm run dev', 'npm run build'],
  ['Angular', ANGULAR, 4200, 'dist/ng-app/browser', 'npm run start', 'npm run build'],
  ['Create React App', CRA, 3000, 'build', 'npm run start', 'npm run build'],
  ['Vue CLI', VUE_CLI, 8080, 'dist', 'npm run serve', 'npm run build'],
  ['SvelteKit', SVELTE_KIT, 5173, 'build', 'pnpm run dev', 'pnpm run build'],
  ['Astro', ASTRO, 4321, 'dist', 'bun run dev', 'bun run build'],
  ['VitePress', VITEPRESS, 5173, 'docs/.vitepress/dist', 'npm run docs:dev', 'npm run docs:build'],
  ['Docusaurus', DOCUSAURUS, 3000, 'build', 'npm run start', 'npm run build'],
  ['Gatsby', GATSBY, 8000, 'public', 'yarn run develop', 'yarn gatsby build'],
])('finds %s', async (what, files, port, build, devCommand, buildCommand) => {
  const root = await repository(files);
  const said = await run(root);
  expect(said).toContain(`init: ${what}, `);
  expect(said).not.toContain('must write static files');
  const { name } = files['package.json'];
  const web = { build, buildCommand, dev: `http://localhost:${port}`, devCommand };
  await wrote(root, { name: nameOf({ name }, ''), id: `com.example.${name}`, web });
  expect(await readFile(join(root, '.gitignore'), 'utf8')).toBe('.holdfast/\n');
});

const VITE = app('vite-app', { vite: '8' }, { dev: 'vite', build: 'vite build' });
const viteWeb = (build: string, port: number) => ({
  build,
  buildCommand: 'npm run build',
  dev: `http://localhost:${port}`,
  devCommand: 'npm run dev',
});

/** A square PNG of one half-transparent colour. */
function png(side: number): Buffer {
  const picture = new PNG({ width: side, height: side });
  picture.data.fill(Buffer.from([200, 100, 50, 128]));
  return PNG.sync.write(picture);
}

it('takes a server by its address, in an empty folder, with the name and the icon of its web manifest', async () => {
  const server = await startOrigin(usual);
  const icons = [
    { src: 'small.png', sizes: '192x192' },
    { src: 'mask.png', sizes: '1024x1024', purpose: 'maskable' },
    { src: 'it.png', sizes: '512x512' },
  ];
  server.answer = (request, response) => {
    if (request.url === '/app/') return response.writeHead(302, { Location: '/app/in/' }).end();
    if (request.url === '/app/in/it.png') return response.end(png(512));
    if (request.url === '/app/in/site.webmanifest')
      return response.end(JSON.stringify({ name: 'Ann’s: Shop', icons }));
    html('<title>Home</title><link crossorigin rel="manifest" href="site.webmanifest">')(request, response);
  };
  const root = await repository({});
  const address = `${server.url}/app/`;
  expect(await run(root, '--address', address)).toMatch(/^(?:✓|ok) wrote desktop-icons/m);
  const named = { name: 'Ann’s Shop', id: 'com.example.ann-s-shop' };
  await wrote(root, { ...named, icons: 'desktop-icons', web: { address } });
  expect(server.asked.slice(-2)).toEqual(['/app/in/site.webmanifest', '/app/in/it.png']);
  const icon = join(root, 'desktop-icons', 'icon.png');
  expect(await readFile(icon)).toEqual(png(512));
  await server.close();
  // An icon that somebody has changed stays.
  await writeFile(icon, 'mine');
  await server.listen();
  expect(await run(root, '--address', address, '--force')).not.toContain(' wrote desktop-icons');
  expect(await readFile(icon, 'utf8')).toBe('mine');
  await server.close();
  // What a Next.js app has on the disk starts from there, at the address.
  const next = await repository({
    ...NEXT,
    'pages/index.tsx': '',
    'next.config.js': "module.exports = { distDir: 'made' }",
  });
  await run(next, '--address', address, '--name', 'Shop');
  const made = { build: 'made', buildCommand: 'npm run build', address };
  const web = { ...made, dev: 'http://localhost:3000', devCommand: 'npm run dev' };
  await wrote(next, { name: 'Shop', id: 'com.example.shop', web });
  const other = await repository({});
  const said = await run(other, '--address', address, '--name', 'Shop');
  expect(said).toMatch(/notice: http:\S+ was not asked for its name and icon: .*ECONNREFUSED/);
  expect(said).toContain('holdfast start ');
  await expect(
    run(other, '--address', 'http://shop.example.com', '--name', 'Shop', '--force'),
  ).rejects.toThrow('"web.address" must be the address of your own server');
});

it('takes the name of a server from its title, as a browser reads it', async () => {
  const server = await startOrigin(usual);
  server.answer = html(
    '<!-- <title>Old</title> --><title>Tom &amp; Jerry</title><svg><title>Cat</title></svg>',
  );
  const root = await repository({});
  await run(root, '--address', server.url);
  const web = { address: server.url };
  await wrote(root, { name: 'Tom & Jerry', id: 'com.example.tom-jerry', web });
  await server.close();
});

it.each([
  ['of another server', { src: 'http://localhost:1/i.png' }, '', /localhost:1 is another server/],
  ['that leads to another server', { src: 'away.png' }, '', /leads to http:\/\/localhost:/],
  ['that is missing', { src: 'none.png' }, '', /status 404/],
  ['that is no PNG', { src: 'i.png' }, '<svg onload="alert(1)"/>', /not a PNG/],
  ['of a wrong size', { src: 'i.png' }, png(192), /192 by 192 pixels; it must be square, of 512 or more/],
  ['that is huge', { src: 'i.png' }, Buffer.alloc(4_000_001), /more than 4 MB/],
  [
    'with a path to somewhere else',
    { src: '../../../\u001b[2Jx' },
    '',
    /icon http:\S+\/%1B\[2Jx was not used: status 404/,
  ],
  ['of no file', { src: { toString: 1 }, type: [], sizes: {} }, '', /icon http:\S+ was not used: not a PNG/],
])('goes on without an icon %s, and says why', async (_what, icon, answer, says) => {
  const server = await startOrigin(usual);
  server.answer = (request, response) => {
    if (request.url === '/i.png') return response.end(answer);
    if (request.url === '/away.png')
      return response
        .writeHead(302, { Location: `http://localhost:${new URL(server.url).port}/i.png` })
        .end();
    if (request.url === '/site.webmanifest')
      return response.end(JSON.stringify({ name: 'Shop', icons: [icon] }));
    html('<link rel=manifest href=/site.webmanifest>', request.url === '/' ? 200 : 404)(request, response);
  };
  const root = await repository({});
  expect(await run(root, '--address', server.url)).toMatch(says);
  await wrote(root, { name: 'Shop', id: 'com.example.shop', web: { address: server.url } });
  expect(existsSync(join(root, 'desktop-icons'))).toBe(false);
  await server.close();
});

it.each([
  ['vite build --mode=production', 'npm run build -- --base=/'],
  ['vite build && node copy.mjs', 'npm run build'],
])(
  'asks the Vite of the app for its folder, port and base, and builds for / by "%s"',
  async (build, buildCommand) => {
    const root = await repository({
      ...app('vite-app', { vite: '8' }, { dev: 'vite', build }),
      'vite.config.js':
        "console.log('noise'); export default { base: '/shop/', server: { port: 5199 }, build: { outDir: 'out/web' } };",
    });
    symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
    expect(await run(root)).toContain('Vite\'s base is "/shop/", but the app is shown at /: build');
    const web = { ...viteWeb('out/web', 5199), buildCommand };
    const named = { name: 'Vite App', id: 'com.example.vite-app' };
    await wrote(root, { ...named, web });
    // At its server's address the build is shown where it is built for.
    const address = 'http://127.0.0.1:9';
    const said = await run(root, '--address', address, '--force');
    expect(said).toContain('init: Vite, npm');
    expect(said).not.toContain('the app is shown at /');
    const { build: folder, dev, devCommand } = web;
    const atServer = { build: folder, buildCommand: 'npm run build', address, dev, devCommand };
    await wrote(root, { ...named, web: atServer });
  },
);

/** As Vite 4 and 5 are: `require` gets a file without `resolveConfig`. It takes its answer from the configuration. */
const OLD_VITE = {
  'node_modules/vite/package.json': {
    name: 'vite',
    exports: { '.': { import: './index.mjs', require: './index.cjs' } },
  },
  'node_modules/vite/index.cjs': 'module.exports = {};',
  'node_modules/vite/index.mjs': `import { join } from 'node:path';
    import { pathToFileURL } from 'node:url';
    export const resolveConfig = async ({ configFile = 'vite.config.mts', build }) => {
      const { default: own } = await import(pathToFileURL(configFile).href);
      const root = join(process.cwd(), own.root ?? '');
      return { base: '/', server: {}, ...own, root, build: { outDir: 'dist', ...own.build, ...build } };
    };`,
};

it('asks a Vite 5 too, with the configuration and the folder that the scripts name', async () => {
  const scripts = {
    dev: 'vite --config config/web.mjs',
    build: 'vite build -c config/web.mjs --outDir ../out',
  };
  const files = {
    ...OLD_VITE,
    ...app('old', { vite: '5' }, scripts),
    'config/web.mjs':
      "if (globalThis.__dirname ?? globalThis.require) throw new Error('CommonJS'); if (process.execArgv.length > 2) throw new Error('options'); export default { server: { port: 3004 }, root: 'web' };",
  };
  const root = await repository(files);
  expect(await run(root)).not.toContain('Could not read');
  await wrote(root, {
    name: 'Old',
    id: 'com.example.old',
    web: viteWeb('out', 3004),
  });
});

it('says in one line why a configuration of Vite cannot be read', async () => {
  const files = { ...OLD_VITE, ...VITE, 'vite.config.mts': 'throw new TypeError("no such plugin");' };
  const said = await run(await repository(files));
  const [line = ''] = said.split('\n').filter((one) => one.includes('Could not read'));
  expect(line).toBe(
    "init: notice: Could not read Vite's configuration; using its defaults (TypeError: no such plugin).",
  );
  expect(said).not.toContain('resolveConfig');
});

it("finds the app in a workspace's member, and its members from the root", async () => {
  const member = { name: 'web', scripts: { dev: 'vite', build: 'vite build' } };
  const root = await repository({
    ...OLD_VITE,
    'package.json': { name: 'top', workspaces: ['apps/*', '!x'], devDependencies: { vite: '5' } },
    'apps/web/package.json': member,
    'apps/web/vite.config.mts': 'export default { build: { outDir: "build" }, server: { port: 3001 } };',
    'apps/library/package.json': { name: 'library', scripts: { build: 'vite build --lib' } },
    'apps/site/package.json': { name: 'site', scripts: { dev: 'next dev' }, dependencies: { next: '16' } },
  });
  expect(await run(root)).toContain(
    'Run init in the folder of your app: apps/site (Next.js), apps/web (Vite).',
  );
  expect(await run(join(root, 'apps/web'))).toContain('init: Vite, npm');
  await wrote(join(root, 'apps/web'), { name: 'Web', id: 'com.example.web', web: viteWeb('build', 3001) });
});

it.each([
  [
    'that has its export in a script of its own',
    {
      ...app('chat', { next: '14' }, { dev: 'next dev', build: 'next build', export: 'BUILD=x next build' }),
    },
    /^(?!.*static files)/s,
    { build: 'out', buildCommand: 'npm run export' },
  ],
  [
    'that could be exported',
    { ...NEXT, 'app/page.tsx': "'use client';" },
    /must write static files. Add output.* needs its server, .* init --force --address https:/,
    { build: 'out', buildCommand: 'npm run build' },
  ],
])('a Next.js app %s', async (_what, files, says, web) => {
  const root = await repository(files);
  expect(await run(root)).toMatch(says);
  const text = await readFile(join(root, CONFIG), 'utf8');
  for (const [key, value] of Object.entries(web)) expect(text).toContain(`${key}: '${value}'`);
});

it.each([
  [
    "SvelteKit's adapter",
    {
      ...SVELTE_KIT,
      'svelte.config.js': "adapter-static; adapter({\n  pages: 'docs',\n  fallback: '404.html' })",
    },
    'docs',
    /SvelteKit/,
  ],
  [
    'a bundler of its own',
    app('rolled', {}, { build: 'rollup -c' }),
    'dist',
    /Assuming that "rollup -c" writes dist/,
  ],
  ['plain files at the top', { ...app('paint', {}, { lint: 'x' }), 'index.html': '<p>' }, '.', /plain files/],
])('the folder of %s', async (_what, files, build, says) => {
  const root = await repository(files);
  expect(await run(root)).toMatch(says);
  expect(await readFile(join(root, CONFIG), 'utf8')).toContain(`build: '${build}'`);
});

it.each([
  [VITE, "Could not read Vite's configuration", viteWeb('dist', 5173)],
  [
    { ...NEXT, 'next.config.js': 'module.exports = {};' },
    "Next.js must write static files. Add output: 'export'",
    viteWeb('out', 3000),
  ],
  [
    // A folder of this name without a page is no app router.
    {
      ...NEXT,
      'src/pages/index.tsx': '',
      'src/app/provider.tsx': '',
      'next.config.ts': 'export default {};',
    },
    "its own build starts from the disk at the address of its server, which it asks for data. Name it in web: { address: 'https://…' }.",
    viteWeb('.next', 3000),
  ],
  [
    app('own', {}, { start: 'node server.js', build: 'make' }),
    '"npm run start" is left out',
    { build: 'dist', buildCommand: 'npm run build' },
  ],
  [app('bare', {}, {}), 'There is no folder dist yet', { build: 'dist' }],
])('%j: says what is missing: %s', async (files, says, web) => {
  const root = await repository(files);
  expect(await run(root)).toContain(says);
  const { name } = files['package.json'];
  await wrote(root, { name: nameOf({ name }, ''), id: `com.example.${name}`, web });
});

it('accepts a folder of plain files without package.json', async () => {
  const root = await repository({ 'public/index.html': '<h1>Shop</h1>' });
  expect(await run(root, '--name', "Anna's Shop")).toContain('There is no package.json');
  await wrote(root, { name: "Anna's Shop", id: 'com.example.anna-s-shop', web: { build: 'public' } });
});

it('refuses a folder without an app, says what to do, and writes nothing', async () => {
  const root = await repository({ 'notes.txt': '' });
  await expect(init({}, root)).rejects.toThrow(/no web app in this folder.*\n.*--address.*\n.*npm create/);
  expect(existsSync(join(root, CONFIG))).toBe(false);
});

it('accepts each answer as an option', async () => {
  const root = await repository({});
  const args = ['--name', 'Shop', '--id', 'org.example.s', '--build', 'b', '--build-command', 'make "x y"'];
  await run(root, '--yes', ...args, '--dev', 'http://[::1]:99', '--dev-command', 'serve');
  await wrote(root, {
    name: 'Shop',
    id: 'org.example.s',
    web: { build: 'b', buildCommand: 'make "x y"', dev: 'http://[::1]:99', devCommand: 'serve' },
  });
});

it.each([
  [['--name', '../Shop'], '"name" must be a name'],
  [['--id', 'shop'], '"id" must be a reverse domain name'],
  [['--dev', 'http://192.168.0.1:5173'], '"web.dev" must be the address of a server on this machine'],
])('%j is refused, and nothing is written', async (args, problem) => {
  const root = await repository(CRA);
  const error = await run(root, ...args).catch((thrown: Error) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(problem);
  expect(existsSync(join(root, CONFIG))).toBe(false);
  expect(existsSync(join(root, '.gitignore'))).toBe(false);
});

it('derives the id from a homepage, and isolates the pages if their _headers do', async () => {
  const headers =
    '/*\n  Cross-Origin-Opener-Policy: same-origin\n  Cross-Origin-Embedder-Policy: require-corp\n';
  const files = { 'output/index.html': '<title>Wiki</title>', 'static/_headers': headers };
  const root = await repository({
    ...files,
    'package.json': { name: 'wiki', homepage: 'https://ann.example.org' },
  });
  expect(await run(root)).toContain('isolated: true');
  const web = { build: 'output' };
  await wrote(root, { name: 'Wiki', id: 'org.example.ann.wiki', web, settings: { isolated: true } });
  const address = 'http://127.0.0.1:9';
  await run(root, '--force', '--build', 'output', '--address', address);
  const atServer = { build: 'output', address };
  await wrote(root, {
    name: 'Wiki',
    id: 'org.example.ann.wiki',
    web: atServer,
    settings: { isolated: true },
  });
  const other = await repository({ ...files, 'static/_headers': headers.replace(/.*Embedder.*\n/, '') });
  expect(await run(other)).not.toContain('isolated');
});

it('replaces a configuration only when told to', async () => {
  const file = 'holdfast.config.mjs';
  const root = await repository({ ...CRA, [file]: 'export default {};', '.gitignore': '.holdfast/' });
  await expect(run(root)).rejects.toThrow(`${file} already exists: edit it, or replace it with --force.`);
  await run(root, '--force');
  expect(await readFile(join(root, file), 'utf8')).toContain("name: 'Cra'");
  expect(await readFile(join(root, '.gitignore'), 'utf8')).toBe('.holdfast/');
});

it('writes a release workflow if the repository has a .github folder, or on request, and never over an existing one', async () => {
  const root = await repository({ '.git/HEAD': '', '.github/x': '', 'apps/shop/package.json': '{}' });
  const [shop, file] = [join(root, 'apps', 'shop'), join(root, '.github/workflows/desktop-release.yml')];
  expect(await run(shop)).toMatch(/^(?:✓|ok) wrote .*desktop-release\.yml, /m);
  expect(await readFile(file, 'utf8')).toContain('working-directory: apps/shop\n');
  await writeFile(file, 'mine');
  expect(await run(shop, '--force', '--release-workflow')).not.toContain('.yml');
  expect(await readFile(file, 'utf8')).toBe('mine');
  const plain = await repository(CRA);
  await run(plain);
  expect(existsSync(join(plain, '.github'))).toBe(false);
  await run(plain, '--force', '--release-workflow');
  expect(existsSync(join(plain, '.github/workflows/desktop-release.yml'))).toBe(true);
});

it('names an invalid package.json', async () => {
  const root = await repository({ 'package.json': '{ "name": ' });
  await expect(run(root)).rejects.toThrow('package.json is not a JSON object: correct it first.');
});

it('names the file that cannot be written', async () => {
  const root = await repository({ [`${CONFIG}/folder`]: '', 'dist/index.html': '' });
  await expect(run(root, '--force')).rejects.toThrow(new RegExp(`EISDIR.*${CONFIG}`));
});

it("prints the next step as the app's own package manager types it", async () => {
  const files = { 'package.json': { name: 'shop' } };
  for (const [lock, command] of [
    ['package-lock.json', 'npx'],
    ['pnpm-lock.yaml', 'pnpm exec'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bunx'],
  ] as const)
    expect(await run(await repository({ ...files, [lock]: '' }))).toMatch(
      new RegExp(`^Next\n  ${command} holdfast start `, 'm'),
    );
});

describe("pnpm, which fails on a package's script until somebody decides", () => {
  const YAML = 'pnpm-workspace.yaml';
  const files = { 'package.json': { name: 'shop' }, 'pnpm-lock.yaml': '' };
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['', 'allowBuilds:\n  electron-winstaller: false\n'],
    ['packages:\n  - apps/*', 'packages:\n  - apps/*\nallowBuilds:\n  electron-winstaller: false\n'],
    [
      'allowBuilds: # all\n    esbuild: true\n',
      'allowBuilds: # all\n    electron-winstaller: false\n    esbuild: true\n',
    ],
    [
      "allowBuilds:\n  'electron-winstaller': set this to true or false\n",
      'allowBuilds:\n  electron-winstaller: false\n',
    ],
  ])('gets its answer in %j', async (before, after) => {
    vi.stubEnv('npm_config_user_agent', 'pnpm/12.21.0 npm/? node/v24');
    const root = await repository({ ...files, ...(before && { [YAML]: before }) });
    expect(await run(root)).toContain(` added "allowBuilds" to ${YAML}`);
    expect(await readFile(join(root, YAML), 'utf8')).toBe(after);
    expect(await run(root, '--force')).not.toContain('allowBuilds');
  });

  it('is left to the person if the file cannot be written', async () => {
    vi.stubEnv('npm_config_user_agent', 'pnpm/12.21.0');
    const root = await repository({ ...files, [YAML]: 'allowBuilds: { esbuild: true }' });
    expect(await run(root)).toContain(
      'notice: pnpm 11 or later wants allowBuilds: { electron-winstaller: false }',
    );
    expect(await readFile(join(root, YAML), 'utf8')).toBe('allowBuilds: { esbuild: true }');
  });

  it('is left alone if it does not ask', async () => {
    vi.stubEnv('npm_config_user_agent', 'pnpm/9.15.0');
    const root = await repository(files);
    expect(await run(root)).not.toContain('allowBuilds');
    expect(existsSync(join(root, YAML))).toBe(false);
  });
});
