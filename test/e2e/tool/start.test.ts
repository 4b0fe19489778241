/** `holdfast start` with an app that has its own build, and with Holdfast's own pages. */
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { findElectron, wanted } from '../../../electron/tool/setup/electron.ts';
import { APP, PROJECT } from '../../support/app.ts';
import { lacks } from '../../support/lacks.ts';
import { startOrigin } from '../../support/origin.ts';
import { painted } from '../../support/pixels.ts';
import { configured, repository } from '../../support/repository.ts';
import { holdfast, holdfastWith, runTool } from '../../support/tool.ts';
import { until } from '../../support/until.ts';

const isOld = (await findElectron()).isForTests;
const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/index.html', '<!doctype html><title>Built</title><h1 id="h"></h1><script src="/words.js"></script>');
writeFileSync('dist/words.js', \`const h = document.getElementById('h');
let frames = 10;
const draw = () => {
  h.textContent = --frames > 0 ? 'Loading ' + frames : 'Words of the build at ' + location.pathname;
  if (frames > 0) return requestAnimationFrame(draw);
  const lines = Array.from({ length: 200 }, (_, at) => 'line ' + at).join('\\\\n');
  document.body.append(Object.assign(document.createElement('pre'), { textContent: lines }));
};
draw();\`);
console.log('built by itself');`;

/** An app with this build command. */
function appWith(buildCommand: string, files: Record<string, unknown> = {}, settings: object = {}) {
  const named = { name: "Anna's & Müller", id: 'com.example.tool' };
  const config = configured({ ...named, web: { build: 'dist', buildCommand }, settings });
  return repository({ 'package.json': { version: '1.0.0' }, 'build.mjs': BUILD, ...config, ...files });
}

it.runIf(process.platform === 'linux')('builds it, prints its text once still, saves a picture', async () => {
  const root = appWith('node build.mjs');
  const data = `--user-data-dir=${join(root, 'data')}`;
  const { code, stdout, stderr } = await holdfast(root, 'start', '--open=/orders/7', data, '--disable-gpu');
  expect(stderr).not.toContain('holdfast: ');
  // Chromium's own lines, for instance about a missing bus.
  expect(stderr).not.toMatch(/^\[[\d:]+\/[\d.]+:/m);
  // It does not listen where any user of the machine could connect either.
  expect(stderr).not.toContain('DevTools');
  // Installers are never made with this one.
  const old = /^notice: This is Electron 33\.2\.1 of 2024.*\n.*\n- a mirror.*\n/m;
  expect(old.test(stderr)).toBe(isOld);
  expect(stdout).toContain('start: node build.mjs\nbuilt by itself\n');
  expect(stdout).toContain('the window shows\n\n  Words of the build at /orders/7\n');
  expect(stdout).toContain(
    '\n  line 18\n  … and 181 more lines\n\nstart: its picture is .holdfast/window.png',
  );
  expect(stdout).toMatch(/\n\nNext\n {2}npx holdfast package +packs .*\n {2}npx holdfast dist +makes .*\n$/);
  expect(painted(await readFile(join(root, '.holdfast', 'window.png')))).toBeGreaterThan(0.001);
  expect(code).toBe(0);
});

it.runIf(process.platform === 'linux')('says in a sentence that the display may not answer', async () => {
  const data = `--user-data-dir=${repository({})}`;
  const { code, stderr } = await holdfastWith({ DISPLAY: ':7777' }, APP, 'start', '--no-build', data);
  expect(stderr).toContain('The display :7777 may not answer: start it, or run without DISPLAY.');
  expect(stderr).not.toMatch(/^#\d/m);
  expect(code).toBeGreaterThan(0);
});

it.runIf(process.platform === 'linux')('prints what replaces a page that hangs', async () => {
  const never = await startOrigin(() => undefined);
  // Unlike an endless loop, this needs no processor.
  const hangs = `<!doctype html><title>Shop</title><script>
    const request = new XMLHttpRequest();
    request.open('GET', '${never.url}', false);
    request.send();
  </script>`;
  const settings = { contentSecurityPolicy: [`connect-src ${never.url}`] };
  const root = appWith('exit 9', { 'dist/index.html': hangs }, settings);
  const data = `--user-data-dir=${join(root, 'data')}`;
  const durations = { HOLDFAST_DURATIONS: JSON.stringify({ readyMs: 8_000 }) };
  const args = ['start', '--no-build', data, '--disable-gpu'];
  const { code, stdout } = await holdfastWith(durations, root, ...args);
  expect(stdout).toContain(`the window shows\n\n  ${en.fault.hang.title}\n`);
  expect(code).toBe(0);
});

it('ends with a failing build, and shows nothing; from a subfolder, where --pages is not available', async () => {
  const files = { 'dist/index.html': '<h1>Old</h1>', 'src/x.txt': '' };
  const below = join(appWith('echo cannot compile; exit 3', files), 'src');
  const { code, stdout, stderr } = await holdfast(below, 'start');
  expect(code).toBe(1);
  expect(stdout).toContain('cannot compile');
  expect(stderr).toBe('holdfast: "echo cannot compile; exit 3" ended with 3: see its output above.\n');
  const refused = await holdfast(below, 'start', '--pages', 'src');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--pages is for Holdfast's own repository");
});

it.skipIf(lacks('signals'))('ends a build on Ctrl+C, with everything that it started', async () => {
  const root = appWith('echo begun; sleep 1000; touch over');
  const tool = await runTool(root, 'start');
  await until('the build', () => tool.said().includes('begun'));
  tool.child.kill('SIGINT');
  expect(await tool.ended).toBe(130);
  expect(existsSync(join(root, 'over'))).toBe(false);
  expect(tool.said()).not.toContain('holdfast: ');
});

it.runIf(isOld)("runs no Electron of the app's repository, nor a changed one of its user", async () => {
  const stranger = (folder: string) => ({
    [`${folder}/electron-33.2.1/electron`]: '#!/bin/sh\necho ran > "$0.ran"\n',
    [`${folder}/electron-33.2.1/version`]: '33.2.1',
  });
  const root = appWith('exit 9', {
    'dist/index.html': '<h1>Built</h1>',
    ...stranger('.holdfast/cache'),
    ...stranger('changed/holdfast'),
    // As if the download had failed today.
    '.holdfast/cache/electron-not-fetched': `${wanted()} `,
  });
  const programs = ['.holdfast/cache', 'changed/holdfast'].map((folder) =>
    join(root, folder, 'electron-33.2.1', 'electron'),
  );
  for (const program of programs) await chmod(program, 0o755);
  const installed = join(root, 'node_modules', 'holdfast');
  for (const name of ['.build', 'package.json', 'electron/tool/setup/defaultApp.cjs'])
    await cp(join(APP, name), join(installed, name), { recursive: true });
  await symlink(join(PROJECT, 'node_modules'), join(installed, 'node_modules'));
  await mkdir(join(root, 'whole'));
  await symlink(join(PROJECT, '.cache'), join(root, 'whole', 'holdfast'));
  const mirror = await startOrigin((_request, response) => response.end('no Electron'));
  const env = {
    ELECTRON_OVERRIDE_DIST_PATH: '',
    // As from lines in the repository's .npmrc.
    npm_config_electron_mirror: `${mirror.url}/`,
    npm_config_electron_use_remote_checksums: '1',
    npm_config_offline: 'true',
    npm_config_cache: join(root, 'npm'),
  };
  const run = (cache: string, ...args: string[]) =>
    holdfastWith({ ...env, XDG_CACHE_HOME: join(root, cache) }, root, ...args);
  const { code, stderr } = await run('changed', 'start', '--no-build');
  expect(stderr).toContain('holdfast/electron-33.2.1 was changed since it was unpacked, and is not run.');
  expect(stderr).toContain('There is no Electron');
  expect(code).toBe(1);
  expect(programs.filter((program) => existsSync(`${program}.ran`))).toEqual([]);
  // Its sums are in the package of Electron.
  expect(mirror.asked).toEqual([expect.stringMatching(/\.zip$/)]);
  expect((await run('whole', 'info')).stdout).toContain(join(root, 'whole', 'holdfast', 'electron-33.2.1'));
});
