/** A Vite React app with a router of its own, Tailwind and styled-components, moved in by one file. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT, pathOf, type RunningApp, startApp } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { copyProject } from '../../support/pagesApp.ts';

/** Installed in its own repository, a second time beside the project's. */
const OWN = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  '@remix-run',
  'cookie-es',
  'styled-components',
];
const LINKED = ['@emotion', 'stylis', 'css-to-react-native', '@tailwindcss', 'tailwindcss', 'vite'];

let repository: string;
let project: AppCopy;
let app: RunningApp;

beforeAll(async () => {
  repository = await mkdtemp(join(tmpdir(), 'holdfast-vite-'));
  project = await copyProject();
  await cp(join(PROJECT, 'test/support/viteApp'), repository, { recursive: true });
  await mkdir(join(repository, 'node_modules'));
  const from = (name: string) => join(PROJECT, 'node_modules', name);
  const to = (name: string) => join(repository, 'node_modules', name);
  await Promise.all([
    ...OWN.map((name) => cp(from(name), to(name), { recursive: true })),
    ...LINKED.map((name) => symlink(from(name), to(name))),
  ]);
});
afterAll(async () => {
  await app?.stop();
  await project.remove();
  await rm(repository, { recursive: true });
});

const heading = (name: string) => app.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const follow = (name: string) => app.page.getByRole('link', { name, exact: true }).dispatchEvent('click');
const open = (path: string) => app.page.goto(new URL(path, app.page.url()).href);
const style = (text: string, name: 'fontSize' | 'color') =>
  app.page
    .getByText(text, { exact: true })
    .last()
    .evaluate((element, key) => getComputedStyle(element)[key], name);

it.runIf(process.platform === 'linux')('is shown by npm start -- --pages', async () => {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, HOLDFAST_SETTINGS: ___, ...env } = process.env;
  const args = [join(project.folder, 'electron/dev/cli.ts'), 'start', '--pages', 'src/pages'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...args, `--user-data-dir=${join(repository, '.data')}`],
    { cwd: project.folder, env: { ...env, INIT_CWD: repository } },
  );
  expect(stdout).toMatch(/Start.*Good morning, spring.*Markup in a \.js file/s);
});

it('has its styles, pictures, variables and links', async () => {
  app = await startApp({ app: project.folder });
  await heading('Start');
  expect(await style('Start', 'fontSize')).toBe('41px');
  expect(await style('Corner', 'color')).toBe('rgb(255, 0, 0)');
  const width = app.page.getByAltText('Logo').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth;
  });
  expect(await width).toBe(24);
});

it('goes by its own router: links, Back, a deep link, reload, a path that it does not know', async () => {
  await app.page.getByRole('button', { name: 'Clicked 0' }).dispatchEvent('click');
  await follow('About');
  await heading('About');
  expect(pathOf(app.page)).toBe('/about?from=start');
  await app.page.keyboard.press('Alt+ArrowLeft');
  await heading('Start');
  // Nothing was mounted anew.
  await app.page.getByRole('button', { name: 'Clicked 1' }).waitFor();
  await open('/about');
  await heading('About');
  await app.page.reload();
  await heading('About');
  await app.page.getByRole('button', { name: 'Clicked 0' }).waitFor();
  await open('/nowhere');
  await heading('Not here');
});

it('shows our error page when it throws, and itself after Back', async () => {
  await open('/about');
  await heading('About');
  await follow('Broken');
  await app.page.getByRole('heading', { name: /^Application error/ }).waitFor();
  await app.page.goBack({ waitUntil: 'commit' });
  await heading('About');
});
