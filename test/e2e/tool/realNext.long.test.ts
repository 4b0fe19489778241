/** A realistic Next.js app with its own server, adopted by following the tool's output, beside a plain window. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { freePort } from '../../support/freePort.ts';
import { packHoldfast, type, typedEnvironment } from '../../support/package.ts';
import { plainWindow } from '../../support/plainWindow.ts';
import type { Screen } from '../../support/screen.ts';
import { runTool } from '../../support/tool.ts';
import { until } from '../../support/until.ts';

const GENERATE =
  'npx --yes create-next-app@16.4.3 app --ts --tailwind --no-eslint --src-dir --no-app --no-agents-md --no-cache-components --import-alias @/* --use-npm --yes';
const INSTALL = 'npm install --no-audit --no-fund';
/** Paths, what they show, and whether they do so without the server too. */
const PAGES = [
  ['/parts', 'Parts are ready', true],
  ['/guide', 'How to make tea', true],
  ['/products/9', 'Product 9', true],
  ['/old?x=1', 'Old style: 1', false],
  ['/nowhere', 'No such tea', true],
  ['/login', 'Sign in', false],
  ['/', 'Shop with Tea', true],
] as const;
const WITH_MDX = `export default mdx()({ ...nextConfig, pageExtensions: ['ts', 'tsx', 'mdx'] });`;
const FONT = 'node_modules/next/dist/next-devtools/server/font/geist-latin.woff2';

const folder = fileFolder('real ö');
let root: string;
let port: number;
let origin: string;
let server: ChildProcess;

const succeeds = (command: string, cwd = root) => type(cwd, command);
const SETTINGS = `settings: { reports: 'off', savePrivate: true },\n});`;

async function serve(cwd: string): Promise<void> {
  const args = [
    'node_modules/next/dist/bin/next',
    'start',
    '--hostname',
    '127.0.0.1',
    '--port',
    String(port),
  ];
  server = spawn(process.execPath, args, { cwd, env: typedEnvironment(), stdio: 'ignore' });
  await until('the server', async () => (await fetch(origin).catch(() => undefined))?.ok);
}
async function stopServer(): Promise<void> {
  if (server?.exitCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'close');
}

/** What a person sees of a page, and what its scripts did. */
const SEEN = `(() => {
  const seen = [...document.querySelectorAll('main *, h1, p')].filter((it) => it.checkVisibility());
  return {
    title: document.title,
    text: document.body.innerText,
    styles: seen.map((it) => (({ color, fontSize, fontFamily }) => [color, fontSize, fontFamily].join())(getComputedStyle(it))),
    pictures: [...document.images].filter(({ alt }) => alt).map(({ alt, naturalWidth }) => [alt, naturalWidth > 0].join()),
    ran: [...(globalThis.ran ?? [])].sort(),
    inline: document.documentElement.dataset.inline,
  };
})()`;

beforeAll(async () => {
  const tarball = await packHoldfast(folder);
  await succeeds(GENERATE, folder);
  root = join(folder, 'app');
  await succeeds(`${INSTALL} @emotion/react @emotion/styled @next/mdx@16.4.3 @mdx-js/loader`);
  await cp(join(PROJECT, 'test', 'support', 'realApp'), root, { recursive: true });
  const file = join(root, 'next.config.ts');
  const config = (await readFile(file, 'utf8')).replace('export default nextConfig;', WITH_MDX);
  await writeFile(file, `import mdx from '@next/mdx';\n${config}`);
  await mkdir(join(root, 'src', 'fonts'));
  await copyFile(join(root, FONT), join(root, 'src', 'fonts', 'geist.woff2'));
  await writeFile(join(root, 'public', 'tea.png'), PNG.sync.write(new PNG({ width: 64, height: 64 })));
  for (const name of ['before', 'after', 'lazy'])
    await writeFile(join(root, 'public', `${name}.js`), `(globalThis.ran ??= new Set()).add('${name}')`);
  await succeeds('npm run build');
  port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  await serve(root);
  await succeeds(`${INSTALL} --save-dev "${tarball}"`);
}, 600_000);
afterAll(stopServer);

it('is adopted by init and start, without an edit', async () => {
  await succeeds(`npx holdfast init --address ${origin}`);
  const file = join(root, 'holdfast.config.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replace(/\}\);\s*$/, SETTINGS));
  expect(await succeeds('npx holdfast start --no-build')).toMatch(/Shop with Tea/);
}, 600_000);

it('loads its font, moves between its pages, and signs in by its form', async () => {
  const tool = await runTool(root, 'start', '--no-build');
  const screen = await tool.screen();
  await screen.shows('Shop with Tea', '5 euros');
  await until('the font', () => screen.page(`[...document.fonts].some(({ status }) => status === 'loaded')`));
  const press = (selector: string) => screen.page(`void document.querySelector('${selector}').click()`);
  await press('button');
  await screen.shows('nobody');
  await press('a[href="/products/7"]');
  await screen.shows('Product 7');
  await screen.page('void history.back()');
  await screen.shows('Shop with Tea');
  await press('a[href="/account"]');
  await screen.shows('Sign in');
  await screen.page(
    `(document.querySelector('input').value = 'Anna', document.querySelector('form').submit())`,
  );
  await screen.shows('Account of Anna');
  expect(await screen.page('location.pathname')).toBe('/account');
});

it('shows each page as its server does in a plain window, and without the server what it has shown', async () => {
  const tool = await runTool(root, 'start', '--no-build');
  const plain = await plainWindow(origin);
  onTestFinished(async () => void (await plain.stop()));
  const own = await tool.screen();
  const sides: readonly Screen[] = [own, plain];
  /** What the page of the server shows, and its session; notices are pages, too. */
  async function look(screen: Screen): Promise<{ sessionId: string; seen: { text: string } } | undefined> {
    for (const { sessionId } of await screen.windows()) {
      const what = { expression: `location.origin === '${origin}' && ${SEEN}`, returnByValue: true };
      type Answer = { result: { value?: { text: string } } };
      const how = { sessionId, timeout: 2_000 };
      const answer = screen.browser.send<Answer>('Runtime.evaluate', what, how);
      // A page that is being replaced does not answer.
      const seen = (await answer.catch(() => undefined))?.result.value;
      if (seen) return { sessionId, seen };
    }
    return undefined;
  }
  const holds = (screen: Screen, text: string) =>
    until(`the text ${text}`, async () => (await look(screen))?.seen.text.includes(text));
  async function open(screen: Screen, path: string, text: string): Promise<void> {
    const { sessionId } = await until('a page', () => look(screen));
    // Like a person: a page that leads to others by itself is a loop.
    await screen.browser.send('Page.navigate', { url: origin + path }, { sessionId });
    await holds(screen, text);
  }
  for (const screen of sides) await holds(screen, 'Shop with Tea');
  const before = new Map<string, unknown>();
  for (const [path, text] of PAGES) {
    for (const screen of sides) await open(screen, path, text);
    const isSame = async () => {
      const [mine, theirs] = await Promise.all(sides.map(look));
      before.set(path, mine?.seen);
      return JSON.stringify(mine?.seen) === JSON.stringify(theirs?.seen);
    };
    await until(() => `the same at ${path}: ${JSON.stringify(before.get(path))}`, isSame);
  }
  expect(before.get('/parts')).toMatchObject({
    ran: ['after', 'before', 'lazy'],
    inline: 'ran',
    styles: expect.arrayContaining([expect.stringContaining('rgb(0, 128, 0)')]),
    pictures: ['Legacy,true', 'Loader,true', 'Unoptimized,true'],
  });
  await stopServer();
  for (const [path, text] of PAGES.filter(([, , isKept]) => isKept)) {
    await open(own, path, text);
    const isSame = async () => JSON.stringify((await look(own))?.seen) === JSON.stringify(before.get(path));
    await until(`what was at ${path}`, isSame);
  }
  await serve(root);
}, 600_000);

it('goes on with a server that was deployed anew, while it is open and after', async () => {
  const next = join(folder, 'next deploy');
  await succeeds(`cp -a "${root}" "${next}" && rm -r "${next}/.next"`);
  const page = join(next, 'src', 'pages', 'products', '[id].tsx');
  const text = await readFile(page, 'utf8');
  await writeFile(page, text.replace('params?.id', "params?.id + ' of the next build'"));
  await succeeds('npm run build', next);
  const first = await (await runTool(root, 'start', '--no-build')).screen();
  await first.shows('Shop with Tea');
  await stopServer();
  await serve(next);
  const second = await (await runTool(root, 'start', '--no-build')).screen();
  /** Not what is painted: one window covers the other. */
  const holds = (screen: Screen, text: string) =>
    until(`the text ${text}`, async () => (await screen.text()).includes(text));
  for (const screen of [first, second]) {
    await holds(screen, 'Shop with Tea');
    await until('the router', () => screen.page('Boolean(globalThis.next?.router?.isReady)'));
    await screen.page(`(globalThis.isSame = true, void next.router.push('/products/8'))`);
    await holds(screen, 'Product 8 of the next build');
    expect(await screen.page('globalThis.isSame')).toBe(true);
    await screen.page('void location.reload()');
    await until('the page again', () => screen.page('globalThis.isSame === undefined'));
    await holds(screen, 'Product 8 of the next build');
  }
}, 600_000);

it('dev shows next dev, and an edit without a reload', async () => {
  const at = await freePort();
  const file = join(root, 'holdfast.config.ts');
  const text = (await readFile(file, 'utf8')).replace('localhost:3000', `localhost:${at}`);
  await writeFile(file, text.replace('npm run dev', `npx next dev --port ${at}`));
  const tool = await runTool(root, 'dev');
  const screen = await tool.screen();
  await screen.shows('Shop with Tea');
  await screen.page('void (globalThis.isSame = true)');
  const page = join(root, 'src', 'pages', 'index.tsx');
  await writeFile(page, (await readFile(page, 'utf8')).replace('5 euros', '6 euros'));
  await screen.shows('6 euros');
  expect(await screen.page('globalThis.isSame')).toBe(true);
}, 600_000);
