import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { PNG } from 'pngjs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseVerb } from '../../../../electron/tool/cli/args.ts';
import { VERBS } from '../../../../electron/tool/cli/commands.ts';
import { type InitValues, init } from '../../../../electron/tool/commands/init.ts';
import { configText, type NewConfig } from '../../../../electron/tool/init/configText.ts';
import { nameOf } from '../../../../electron/tool/init/frameworks.ts';
import { slugOf } from '../../../../electron/tool/project/project.ts';
import { UsageError } from '../../../../electron/tool/project/say.ts';
import { html, startOrigin, usual } from '../../../support/origin.ts';
import { repository } from '../../../support/repository.ts';
import { writeFiles } from '../../../support/writeFiles.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
const CONFIG = 'holdfast.config.ts';

/** Runs it like the command line. Resolves to its output. */
async function run(root: string, ...args: string[]): Promise<string> {
  const { values } = parseVerb(args, VERBS.init?.options ?? {}, false);
  using log = vi.spyOn(console, 'log').mockReturnValue();
  expect(await init(values as InitValues, root)).toBe(0);
  return log.mock.calls.join('\n');
}

const text = (root: string, name = CONFIG) => readFileSync(join(root, name), 'utf8');

const wrote = (root: string, config: NewConfig) => expect(text(root)).toBe(configText(config));
/** As it names an app without a domain. */
const named = (name: string) => ({ name, id: `com.example.${slugOf(name)}` });

const app = (name: string, dependency: string | undefined, scripts: object) => ({
  'package.json': { name, scripts, dependencies: dependency ? { [dependency]: '9' } : {} },
});
const NEXT = app('next-app', 'next', { dev: 'next dev', build: 'next build', start: 'next start' });
const EXPORT = "export default { output: 'export' };";
const ANGULAR = {
  ...app('ng-app', '@angular/core', { start: 'ng serve', build: 'ng build' }),
  'angular.json': {
    projects: { 'ng-app': { architect: { build: { builder: '@angular/build:application' } } } },
  },
};
const CRA = app('cra', 'react-scripts', { start: 'react-scripts start', build: 'react-scripts build' });
const SVELTE_KIT = {
  ...app('kit', '@sveltejs/kit', { dev: 'vite dev', build: 'vite build' }),
  'svelte.config.js': "import adapter from '@sveltejs/adapter-static'; export default { kit: { adapter } };",
};
const STARS = { ...app('stars', 'astro', {}), 'bun.lock': '' };
const GATSBY = { ...app('gats', 'gatsby', { develop: 'gatsby develop' }), 'yarn.lock': '' };
const PRESS = app('press', 'vitepress', {
  ...{ 'docs:dev': 'vitepress dev docs', 'docs:build': 'vitepress build docs' },
});
const VITE = app('vite-app', 'vite', { dev: 'vite', build: 'vite build' });

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
  const root = repository(CRA);
  expect(await run(root)).toContain('It must be https');
  expect(asked).toBe(2);
  expect(text(root)).toContain(`address: '${shop.url}/'`);
  await run(root, '--force');
  expect(text(root)).not.toContain('address');
  await run(root, '--force', '--yes');
  await run(root, '--force', '--address', `${shop.url}/`);
  expect(asked).toBe(3);
});

it.each([
  ['Next.js', { ...NEXT, 'next.config.ts': EXPORT }, 3000, 'out', 'npm run dev', 'npm run build'],
  ['Angular', ANGULAR, 4200, 'dist/ng-app/browser', 'npm run start', 'npm run build'],
  ['Create React App', CRA, 3000, 'build', 'npm run start', 'npm run build'],
  ['SvelteKit', { ...SVELTE_KIT, 'pnpm-lock.yaml': '' }, 5173, 'build', 'pnpm run dev', 'pnpm run build'],
  ['Astro', STARS, 4321, 'dist', 'bunx astro dev', 'bunx astro build'],
  ['VitePress', PRESS, 5173, 'docs/.vitepress/dist', 'npm run docs:dev', 'npm run docs:build'],
  ['Gatsby', GATSBY, 8000, 'public', 'yarn run develop', 'yarn gatsby build'],
])('finds %s, and types the next step', async (what, files, port, build, devCommand, buildCommand) => {
  const root = repository(files);
  const said = await run(root);
  expect(said).toContain(`init: ${what}, `);
  expect(said).not.toContain('must write static files');
  const web = { build, buildCommand, dev: `http://localhost:${port}`, devCommand };
  const { name } = files['package.json'];
  wrote(root, { ...named(nameOf({ name }, '')), web });
  expect(text(root, '.gitignore')).toBe('.holdfast/\n');
  const [manager = ''] = devCommand.split(' ');
  const exec = { npm: 'npx', pnpm: 'pnpm exec' }[manager] ?? manager;
  expect(said).toMatch(new RegExp(`^Next\n  ${exec} holdfast dev `, 'm'));
});

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
  const root = repository({});
  const address = `${server.url}/app/`;
  expect(await run(root, '--address', address)).toMatch(/^(?:✓|ok) wrote desktop-icons/m);
  wrote(root, { ...named('Ann’s Shop'), icons: 'desktop-icons', web: { address } });
  expect(server.asked.slice(-2)).toEqual(['/app/in/site.webmanifest', '/app/in/it.png']);
  const icon = join('desktop-icons', 'icon.png');
  expect(readFileSync(join(root, icon))).toEqual(png(512));
  // An icon that somebody has changed stays.
  writeFiles(root, { [icon]: 'mine' });
  expect(await run(root, '--address', address, '--force')).not.toContain(' wrote desktop-icons');
  expect(text(root, icon)).toBe('mine');
  await server.close();
  // What a Next.js app has on the disk starts from there, at the address.
  const made = { 'pages/index.tsx': '', 'next.config.js': "module.exports = { distDir: 'made' }" };
  const next = repository({ ...NEXT, ...made });
  await run(next, '--address', address, '--name', 'Shop');
  const { build, buildCommand, ...served } = viteWeb('made', 3000);
  wrote(next, { ...named('Shop'), web: { build, buildCommand, address, ...served } });
  const said = await run(repository({}), '--address', address, '--name', 'Shop');
  expect(said).toMatch(/notice: http:\S+ was not asked for its name and icon: .*ECONNREFUSED/);
  expect(said).toContain('holdfast start ');
});

it.each([
  ['that is missing', { src: 'none.png' }, '', /status 404/],
  ['that is no PNG', { src: 'i.png' }, '<svg onload="alert(1)"/>', /not a PNG/],
  ['of a wrong size', { src: 'i.png' }, png(192), /192 by 192 pixels; it must be square, of 512 or more/],
  ['with a path to somewhere else', { src: '../../\u001b[2Jx' }, '', /\/%1B\[2Jx was not used: status 404/],
  ['of no file', { src: { toString: 1 }, type: [], sizes: {} }, '', /icon http:\S+ was not used: not a PNG/],
])('goes on without an icon %s, and says why', async (_what, icon, answer, says) => {
  const server = await startOrigin(usual);
  server.answer = (request, response) => {
    if (request.url === '/i.png') return response.end(answer);
    if (request.url === '/m') return response.end(JSON.stringify({ icons: [icon] }));
    const page = '<!-- <title>Old</title> --><title>Tom &amp; Jerry</title><link rel=manifest href=/m>';
    html(page, request.url === '/' ? 200 : 404)(request, response);
  };
  const root = repository({});
  expect(await run(root, '--address', server.url)).toMatch(says);
  // The name is that of its title, as a browser reads it.
  wrote(root, { ...named('Tom & Jerry'), web: { address: server.url } });
  expect(existsSync(join(root, 'desktop-icons'))).toBe(false);
});

it('asks the Vite of the app for its folder and port', async () => {
  const config =
    "console.log('noise'); export default { server: { port: 5199 }, build: { outDir: 'out/web' } };";
  const root = repository({ ...VITE, 'vite.config.js': config });
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  expect(await run(root)).toContain('init: Vite, npm');
  wrote(root, { ...named('Vite App'), web: viteWeb('out/web', 5199) });
});

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
  const config =
    "if (globalThis.__dirname ?? globalThis.require) throw new Error('CommonJS'); if (process.execArgv.length > 2) throw new Error('options'); export default { server: { port: 3004 }, root: 'web' };";
  const root = repository({ ...OLD_VITE, ...app('old', 'vite', scripts), 'config/web.mjs': config });
  expect(await run(root)).not.toContain('Could not read');
  wrote(root, { ...named('Old'), web: viteWeb('out', 3004) });
});

it('says in one line why a configuration of Vite cannot be read', async () => {
  const files = { ...OLD_VITE, ...VITE, 'vite.config.mts': 'throw new TypeError("no such plugin");' };
  const root = repository(files);
  const said = await run(root);
  wrote(root, { ...named('Vite App'), web: viteWeb('dist', 5173) });
  expect(said).toMatch(/^init: notice: Could not .*; using its defaults \(TypeError: no such plugin\)\.$/m);
  expect(said).not.toContain('resolveConfig');
});

it("finds the app in a workspace's member, and its members from the root", async () => {
  const member = { name: 'web', scripts: { dev: 'vite', build: 'vite build' } };
  const root = repository({
    ...OLD_VITE,
    'package.json': { name: 'top', workspaces: ['apps/*'], devDependencies: { vite: '5' } },
    'apps/web/package.json': member,
    'apps/web/vite.config.mts': 'export default { build: { outDir: "build" }, server: { port: 3001 } };',
    'apps/library/package.json': { scripts: { build: 'vite build --lib' } },
    'apps/site/package.json': { name: 'site', scripts: { dev: 'next dev' }, dependencies: { next: '16' } },
  });
  expect(await run(root)).toContain('the folder of your app: apps/site (Next.js), apps/web (Vite).');
  expect(await run(join(root, 'apps/web'))).toContain('init: Vite, npm');
  wrote(join(root, 'apps/web'), { ...named('Web'), web: viteWeb('build', 3001) });
});

it.each([
  [
    'an export in a script of its own',
    app('shop', 'next', { dev: 'next dev', export: 'BUILD=x next build' }),
    '',
    { ...viteWeb('out', 3000), buildCommand: 'npm run export' },
  ],
  [
    'an app router',
    { ...NEXT, 'app/page.tsx': '', 'pages/old.tsx': '', 'next.config.js': '' },
    "must write static files. Add output: 'export', in the object that next.config exports. If it uses next/image, also images: { unoptimized: true }. If it needs its server",
    viteWeb('out', 3000),
  ],
  // A folder of this name without a page is no app router.
  [
    'pages of a server',
    { ...NEXT, 'src/pages/index.tsx': '', 'src/app/provider.tsx': '' },
    'its own build starts from the disk at the address of its server',
    viteWeb('.next', 3000),
  ],
  [
    "SvelteKit's adapter",
    { ...SVELTE_KIT, 'svelte.config.js': "adapter-static; adapter({\n  pages: 'docs',\n  fallback: 'x' })" },
    'SvelteKit',
    viteWeb('docs', 5173),
  ],
  [
    'a bundler of its own',
    app('rolled', undefined, { build: 'rollup -c' }),
    'Assuming that "rollup -c" writes dist',
    { build: 'dist', buildCommand: 'npm run build' },
  ],
  [
    'a server of its own',
    app('own', undefined, { start: 'node server.js', build: 'make' }),
    '"npm run start" is left out',
    { build: 'dist', buildCommand: 'npm run build' },
  ],
  [
    'plain files at the top',
    { ...app('paint', undefined, {}), 'index.html': '' },
    'index.html is beside everything else',
    { build: '.' },
  ],
  ['nothing yet', app('bare', undefined, {}), 'There is no folder dist yet', { build: 'dist' }],
  ['no package.json', { 'public/index.html': '' }, 'There is no package.json', { build: 'public' }],
])('with %s it says what is missing: %s', async (_what, files, says, web) => {
  const root = repository(files);
  const said = await run(root, '--name', "Anna's Shop");
  expect(said).toContain(says);
  expect(says === '' && said.includes('static files')).toBe(false);
  wrote(root, { ...named("Anna's Shop"), web });
});

it('accepts each answer as an option', async () => {
  const root = repository({});
  const args = ['--name', 'Shop', '--id', 'org.example.s', '--build', 'b', '--build-command', 'make "x y"'];
  await run(root, '--yes', ...args, '--dev', 'http://[::1]:99', '--dev-command', 'serve');
  const web = { build: 'b', buildCommand: 'make "x y"', dev: 'http://[::1]:99', devCommand: 'serve' };
  wrote(root, { name: 'Shop', id: 'org.example.s', web });
});

it.each([
  [['--name', '../Shop'], '"name" must be a name'],
  [['--id', 'shop'], '"id" must be a reverse domain name'],
  [['--dev', 'http://192.168.0.1:5173'], '"web.dev" must be the address of a server on this machine'],
  [['--address', 'http://shop.example.com'], '"web.address" must be the address of your own server'],
])('%j is refused, and nothing is written', async (args, problem) => {
  const root = repository(CRA);
  const error = await run(root, ...args).catch((thrown: Error) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(problem);
  expect(existsSync(join(root, CONFIG))).toBe(false);
  expect(existsSync(join(root, '.gitignore'))).toBe(false);
});

it('derives the id from a homepage, and isolates the pages if their _headers do', async () => {
  const headers =
    '/*\n  Cross-Origin-Opener-Policy: same-origin\n  Cross-Origin-Embedder-Policy: require-corp\n';
  const manifest = { name: 'wiki', homepage: 'https://ann.example.org' };
  const files = { 'package.json': manifest, 'output/index.html': '<title>Wiki</title>' };
  const root = repository({ ...files, 'static/_headers': headers });
  expect(await run(root)).toContain('isolated: true');
  const own = { name: 'Wiki', id: 'org.example.ann.wiki', settings: { isolated: true as const } };
  wrote(root, { ...own, web: { build: 'output' } });
  const address = 'http://127.0.0.1:9';
  await run(root, '--force', '--build', 'output', '--address', address);
  wrote(root, { ...own, web: { build: 'output', address } });
  const other = repository({ ...files, 'static/_headers': headers.replace(/.*Embedder.*\n/, '') });
  expect(await run(other)).not.toContain('isolated');
});

it('replaces a configuration only when told to', async () => {
  const file = 'holdfast.config.mjs';
  const root = repository({ ...CRA, [file]: 'export default {};', '.gitignore': '.holdfast/' });
  await expect(run(root)).rejects.toThrow(`${file} already exists: edit it, or replace it with --force.`);
  await run(root, '--force');
  expect(text(root, file)).toContain("name: 'Cra'");
  expect(text(root, '.gitignore')).toBe('.holdfast/');
});

it('writes a release workflow if the repository has a .github folder, or on request, and never over an existing one', async () => {
  const root = repository({ '.git/HEAD': '', '.github/x': '', 'apps/shop/package.json': '{}' });
  const [shop, file] = [join(root, 'apps', 'shop'), '.github/workflows/desktop-release.yml'];
  expect(await run(shop)).toMatch(/^(?:✓|ok) wrote .*desktop-release\.yml, /m);
  expect(text(root, file)).toContain('working-directory: apps/shop\n');
  writeFiles(root, { [file]: 'mine' });
  expect(await run(shop, '--force', '--release-workflow')).not.toContain('.yml');
  expect(text(root, file)).toBe('mine');
  const plain = repository(CRA);
  await run(plain);
  expect(existsSync(join(plain, '.github'))).toBe(false);
  await run(plain, '--force', '--release-workflow');
  expect(existsSync(join(plain, file))).toBe(true);
});

it.each([
  [{ 'notes.txt': '' }, /no web app in this folder.*\n.*--address.*\n.*npm create/],
  [{ 'package.json': '{ "name": ' }, 'package.json is not a JSON object: correct it first.'],
  [{ [`${CONFIG}/folder`]: '', 'dist/index.html': '' }, new RegExp(`EISDIR.*${CONFIG}`)],
])('in a folder with %j it says what to do', async (files, says) => {
  await expect(run(repository(files), '--force')).rejects.toThrow(says);
});

it.skipIf(process.platform === 'win32').each([
  ['pnpm/12.21.0 npm/? node/v24', 0, / told pnpm: Holdfast does not need/],
  ['pnpm/11.0.0', 1, /notice: pnpm 11 or later wants this: pnpm approve-builds '!electron-winstaller'/],
  [undefined, 0, /notice: pnpm 11 or later wants this/, ''],
  ['pnpm/10.15.0', 0, /^(?!.*(?:told pnpm|pnpm 11))/s, ''],
])(
  "has pnpm refuse the one script of a package, of which %s wants to know: '%s'",
  async (agent, code, says, asked = 'approve-builds !electron-winstaller') => {
    const pnpm = `#!/bin/sh\nprintf "%s" "$*" > asked; exit ${code}`;
    const root = repository({ 'package.json': '{}', 'pnpm-lock.yaml': '', 'bin/pnpm': pnpm });
    chmodSync(join(root, 'bin/pnpm'), 0o755);
    vi.stubEnv('npm_config_user_agent', agent);
    vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await run(root)).toMatch(says);
    expect(asked ? text(root, 'asked') : existsSync(join(root, 'asked'))).toBe(asked || false);
  },
);
