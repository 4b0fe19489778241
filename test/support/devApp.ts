/** `npm run dev` on a copy of the project, for a file of tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { AppCopy } from './brokenApp.ts';
import { type Cdp, connect } from './cdp.ts';
import { copyProject } from './pagesApp.ts';
import { type Screen, screenOf } from './screen.ts';
import { until } from './until.ts';

/** The pages folder. */
export let pages: string;
export let project: AppCopy;
/** The newest app. */
export let screen: Screen;
/** The output of `npm run dev` and its app. */
export let said = '';
const clients: Cdp[] = [];

/** Source code of a page that shows `text`. */
export const page = (text: string) => `export default function Page() { return <h1>${text}</h1>; }`;

/** Runs `npm run dev` during a file's tests. */
export function withDev(): void {
  let userData: string;
  let dev: ChildProcess;
  beforeAll(async () => {
    userData = await mkdtemp(join(tmpdir(), 'holdfast-dev-'));
    project = await copyProject();
    pages = join(project.folder, 'renderer', 'pages');
    await mkdir(pages, { recursive: true });
    const { HOLDFAST_PAGES: _pages, ...env } = process.env;
    const script = join(project.folder, 'electron/dev/cli.ts');
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
    await rm(userData, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** Attaches to the next app that starts. */
export async function attach(): Promise<void> {
  const before = screen ? said.length : 0;
  const address = await until(
    'the app',
    () => /.*DevTools listening on (ws:\/\/\S+)/s.exec(said.slice(before))?.[1],
  );
  const client = await connect(address);
  clients.push(client);
  screen = screenOf(client, client, () => said);
}
