/** `npm run dev` on a copy of the project: new and changed pages, mistakes, and changes of main. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { type Cdp, connect } from '../../support/cdp.ts';
import { copyProject } from '../../support/pagesApp.ts';
import { type Screen, screenOf } from '../../support/screen.ts';
import { until } from '../../support/until.ts';

let pages: string;
let project: AppCopy;
const userData = fileFolder();
let dev: ChildProcess;
/** The newest app. */
let screen: Screen;
let said = '';
const clients: Cdp[] = [];

/** Source code of a page that shows `text`. */
const page = (text: string) => `export default function Page() { return <h1>${text}</h1>; }`;

/** Attaches to the next app that starts. */
async function attach(): Promise<void> {
  const before = screen ? said.length : 0;
  const address = await until(
    'the app',
    () => /.*DevTools listening on (ws:\/\/\S+)/s.exec(said.slice(before))?.[1],
  );
  const client = await connect(address);
  clients.push(client);
  screen = screenOf(client, client, () => said);
}

beforeAll(async () => {
  project = await copyProject();
  pages = join(project.folder, 'renderer', 'pages');
  await mkdir(pages, { recursive: true });
  const { HOLDFAST_PAGES: _pages, ...env } = process.env;
  const script = join(project.folder, 'electron/tool/cli.ts');
  const args = [script, 'dev', `--user-data-dir=${userData}`, '--remote-debugging-port=0'];
  dev = spawn(process.execPath, args, {
    cwd: project.folder,
    env: { ...env, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (data) => (said += data));
  await attach();
  await until('the watch', () => said.includes('watching'));
});
afterAll(async () => {
  for (const client of clients) client.close();
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  await project.remove();
});

it('shows a new or edited page without restarting the app', async () => {
  await writeFile(join(pages, 'index.tsx'), page('First words'));
  await screen.shows('First words');
  await writeFile(join(pages, 'index.tsx'), page('Second words'));
  await screen.shows('Second words');
});

it('gives a new page its address', async () => {
  await mkdir(join(pages, 'orders'));
  await writeFile(join(pages, 'orders', '[id].tsx'), page('An order'));
  await until('the build', () => said.match(/reloaded/g)?.length === 3);
  await screen.page(`void location.assign('/orders/7')`);
  await screen.shows('An order');
});

it('names a mistake, and leaves the window as it is', async () => {
  await writeFile(join(pages, 'index.tsx'), 'export default function Page() { return <h1>');
  await until('the mistake', () => said.includes('the app keeps running unchanged: not built'));
  expect(said).toContain('index.tsx');
  await screen.shows('An order');
  await writeFile(join(pages, 'index.tsx'), page('Third words'));
  await until('the build', () => said.match(/reloaded/g)?.length === 4);
});

it('restarts the app for a change of main', async () => {
  const file = join(project.folder, 'electron', 'main.ts');
  await writeFile(file, `${await readFile(file, 'utf8')}\nconsole.error('the new main');\n`);
  await attach();
  await screen.shows('Third words');
  expect(said).toContain('the new main');
});
