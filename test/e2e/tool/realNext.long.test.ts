/**
 * A realistic Next.js app with its own server: it is adopted by following the tool's output. Sign-in, server-side
 * props, incremental pages, API, Emotion, Tailwind, pictures and a font.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { freePort } from '../../support/freePort.ts';
import { packHoldfast, typedEnvironment } from '../../support/package.ts';
import { runTool } from '../../support/tool.ts';
import { until } from '../../support/until.ts';

const GENERATE =
  'npx --yes create-next-app@16.4.3 app --ts --tailwind --no-eslint --src-dir --no-app --no-agents-md --no-cache-components --import-alias @/* --use-npm --yes';
const INSTALL = 'npm install --no-audit --no-fund';
const FONT = 'node_modules/next/dist/next-devtools/server/font/geist-latin.woff2';

const folder = fileFolder('real ö');
let root: string;
let origin: string;
let server: ChildProcess;

/** Runs a command. Resolves to its exit code and output. */
const run = (command: string, cwd = root) =>
  promisify(execFile)('sh', ['-c', `${command} </dev/null`], { cwd, env: typedEnvironment() }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), said: String(stdout) + String(stderr) }),
  );
async function succeeds(command: string, cwd = root): Promise<string> {
  const { code, said } = await run(command, cwd);
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${said}`);
  return said;
}
const SETTINGS = `settings: { reports: 'off' },\n});`;

beforeAll(async () => {
  const tarball = await packHoldfast(folder);
  await succeeds(GENERATE, folder);
  root = join(folder, 'app');
  await succeeds(`${INSTALL} @emotion/react @emotion/styled`);
  await cp(join(PROJECT, 'test', 'support', 'realApp'), root, { recursive: true });
  await mkdir(join(root, 'src', 'fonts'));
  await copyFile(join(root, FONT), join(root, 'src', 'fonts', 'geist.woff2'));
  await writeFile(join(root, 'public', 'tea.png'), PNG.sync.write(new PNG({ width: 64, height: 64 })));
  await succeeds('npm run build');
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
  const args = [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)];
  server = spawn(process.execPath, args, { cwd: root, env: typedEnvironment(), stdio: 'ignore' });
  await until('the server', () =>
    fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  await succeeds(`${INSTALL} --save-dev "${tarball}"`);
}, 600_000);
afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGKILL');
    await once(server, 'close');
  }
});

it('is adopted by init and start, without an edit', async () => {
  await succeeds(`npx holdfast init --address ${origin}`);
  const file = 'holdfast.config.ts';
  await writeFile(
    join(root, file),
    (await readFile(join(root, file), 'utf8')).replace(/\}\);\s*$/, SETTINGS),
  );
  expect(await succeeds('npx holdfast start --no-build')).toMatch(/Shop with Tea/);
}, 600_000);

it('shows each of its pages, with its styles, and signs in by its form', async () => {
  const tool = await runTool(root, 'start', '--no-build');
  const screen = await tool.screen();
  await screen.shows('Shop with Tea', '5 euros');
  const styles = `(() => {
    const style = (name) => getComputedStyle(document.querySelector(name));
    return [style('p').color, style('main').paddingTop, style('h1').fontFamily.split(',')[0]];
  })()`;
  expect(await screen.page(styles)).toEqual(['rgb(0, 0, 255)', '7px', 'geist']);
  await until('the font', () => screen.page(`[...document.fonts].some(({ status }) => status === 'loaded')`));
  await until('the picture', () => screen.page('document.images[0].naturalWidth === 64'));
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
