/** `holdfast dev` with an app that has its own dev server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { APP } from '../../support/app.ts';
import { freePort } from '../../support/freePort.ts';
import { lacks } from '../../support/lacks.ts';
import { configured, repository } from '../../support/repository.ts';
import type { Screen } from '../../support/screen.ts';
import { holdfast, runTool, type Tool } from '../../support/tool.ts';
import { isAlive, until } from '../../support/until.ts';

const SERVER = join(import.meta.dirname, '..', '..', 'support', 'devServer.mjs');

/** An app whose dev server is at `address`. */
async function appWith(own?: string, files: Record<string, string> = {}) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const devCommand =
    own ?? `echo {} > made.json && node ${JSON.stringify(SERVER)} ${port} Words of the server`;
  const main = Object.keys(files).find((file) => file.endsWith('main.ts'));
  const web = { build: 'dist', dev: address, devCommand };
  const config = configured({ name: 'Tool test', id: 'com.example.tool', web, main });
  const root = repository({ 'package.json': { name: 'tool-test', version: '1.0.0' }, ...config, ...files });
  return { root, port, address };
}

async function shown(tool: Tool, words = 'Words of the server'): Promise<Screen> {
  const screen = await tool.screen();
  await screen.shows(words);
  return screen;
}

/** Waits until the server and the process that it started are gone. */
async function goneIn(root: string): Promise<void> {
  const pids = readFileSync(join(root, 'pids'), 'utf8').split(' ').map(Number);
  expect(pids).toHaveLength(2);
  await until('the end of the server', () => !pids.some(isAlive));
}

const main = (words: string) =>
  `import { defineMain } from 'holdfast/main';
  export default defineMain({ ready: () => console.error(${JSON.stringify(words)}) });`;

it.skipIf(lacks('signals'))('shows the server, restarts for changed code, ends all on Ctrl+C', async () => {
  // As SvelteKit's, before its server has run.
  const files = { 'tsconfig.json': '{ "extends": "./made.json" }', 'desktop/main.ts': main('first code') };
  const { root } = await appWith(undefined, files);
  // Its code imports from the package.
  await mkdir(join(root, 'node_modules'));
  await symlink(APP, join(root, 'node_modules', 'holdfast'), 'junction');
  const tool = await runTool(root, 'dev');
  await shown(tool);
  expect(tool.said()).toContain('the server is up');
  await until('the code', () => tool.said().includes('first code'));
  // At once: a build between emptying and writing would count.
  writeFileSync(join(root, 'desktop', 'main.ts'), 'export default {');
  await until('the mistake', () => tool.said().includes('the app keeps running unchanged: main: '));
  writeFileSync(join(root, 'desktop', 'main.ts'), main('second code'));
  await shown(tool);
  await until('the code', () => tool.said().includes('second code'));
  // Once, although writing empties a file first.
  expect(tool.said().match(/built in .* s, restarting the app$/gm)).toHaveLength(1);
  // As npx and the terminal do, both.
  for (const _ of 'ab') tool.child.kill('SIGINT');
  expect(await tool.ended).toBe(130);
  expect(tool.said()).not.toContain('FATAL');
  expect(tool.said()).toMatch(/^Next\n {2}npx holdfast package +packs /m);
  await goneIn(root);
});

it('refuses nothing of what the server allows; ends with the server if that ends first', async () => {
  const script = `<script>document.title = eval('"evaluated"')</script>`;
  const { root, address } = await appWith();
  const tool = await runTool(root, 'dev');
  const screen = await shown(tool);
  await screen.page(
    `document.body.append(document.createRange().createContextualFragment(${JSON.stringify(script)}))`,
  );
  expect(await screen.page('document.title')).toBe('evaluated');
  await fetch(`${address}/end`).catch(() => undefined);
  expect(await tool.ended).toBe(3);
  expect(tool.said()).toContain('" ended with 3');
  await goneIn(root);
});

it('ends with a server that does not start, and opens no window', async () => {
  const { root, address } = await appWith('echo cannot compile && exit 7');
  const { code, stdout, stderr } = await holdfast(root, 'dev');
  expect(code).toBe(1);
  expect(stdout).toContain('cannot compile');
  expect(stderr).toBe(
    `holdfast: "echo cannot compile && exit 7" ended with 7 before anything listened at ${address}.\n`,
  );
});

it.skipIf(lacks('signals'))('ends a server that is still starting on a signal', async () => {
  const ends = Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }).map(async ([signal, code]) => {
    const { root } = await appWith('echo begun; sleep 1000');
    const tool = await runTool(root, 'dev');
    await until('the command', () => tool.said().includes('begun'));
    tool.child.kill(signal as NodeJS.Signals);
    expect(await tool.ended).toBe(code);
    expect(tool.said()).not.toContain('holdfast:');
  });
  await Promise.all(ends);
});

it('uses a running server, leaves it running, and ends when the window is closed', async () => {
  const { root, port, address } = await appWith('echo never run; exit 1');
  const server = spawn(process.execPath, [SERVER, String(port), 'Another', 'server'], { cwd: root });
  onTestFinished(() => {
    server.kill();
    process.kill(Number(readFileSync(join(root, 'pids'), 'utf8').split(' ')[1]));
  });
  await once(server.stdout, 'data');
  const tool = await runTool(root, 'dev');
  const screen = await shown(tool, 'Another server');
  expect(tool.said()).toContain(`a server already listens at ${address}`);
  const { sessionId } = await until('the window', async () => (await screen.windows())[0]);
  // It may be gone before it answers.
  await screen.browser.send('Page.close', {}, { sessionId }).catch(() => undefined);
  expect(await tool.ended).toBe(0);
  expect(tool.said()).not.toContain('was ended by');
  expect(tool.said()).toMatch(/^Next\n {2}npx holdfast package +packs /m);
  expect((await fetch(address)).status).toBe(200);
});

it('says what to write without an address', async () => {
  const config = { name: 'Shop', id: 'com.example.shop', web: { build: 'dist' } };
  const root = repository(configured(config));
  expect((await holdfast(root, 'dev')).stderr).toContain(`write dev: 'http://localhost:5173'`);
});
