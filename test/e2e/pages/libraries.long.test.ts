/** Small apps of libraries that people use, from npm: each paints and does in the window what it does in a browser. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { beforeAll, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import type { Origin } from '../../support/origin.ts';
import { type } from '../../support/package.ts';
import { plainWindow } from '../../support/plainWindow.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { startStaticHost } from '../../support/staticHost.ts';
import { until } from '../../support/until.ts';
import { webFolder } from '../../support/webBuild.ts';
import { writeFiles } from '../../support/writeFiles.ts';

const PACKAGES = [
  ...['mermaid@11', 'naive-ui@2', 'vue@3', 'elkjs@0.10', 'react@18', 'react-dom@18'],
  ...['styled-components-5@npm:styled-components@5', 'styled-components-6@npm:styled-components@6.3'],
];
/** A later release of one of their own packages may want another that is not out yet. */
const BEFORE = '2026-11-01';
/** Paths of the pages. Those without a source of their own lie in `public`. */
const BUILT = ['mermaid', 'naive', 'styled5', 'styled6', 'elk', 'emscripten'];
const PAGES = [...BUILT.map((name) => `/${name}`), '/angular/a/b'];

const folder = fileFolder('libraries');
let server: Origin;
let app: Watched;
/** What a browser shows, by path. */
const inBrowser = new Map<string, Seen>();

const pageOf = (
  name: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head>
  <body><main></main><script type="module" src="/src/${name}.js"></script></body></html>`;

/** Installs the libraries and builds the pages outside of the repository. Returns the folder of the build. */
async function build(): Promise<string> {
  await cp(join(PROJECT, 'test', 'support', 'libraries'), folder, { recursive: true });
  const input = Object.fromEntries(BUILT.map((name) => [name, join(folder, `${name}.html`)]));
  const options = { build: { target: 'esnext', rollupOptions: { input } } };
  writeFiles(folder, {
    ...Object.fromEntries(BUILT.map((name) => [`${name}.html`, pageOf(name)])),
    'package.json': '{"name":"libraries","private":true,"type":"module"}',
    'vite.config.mjs': `export default ${JSON.stringify(options)};`,
  });
  const install = `npm install --no-audit --no-fund --ignore-scripts --before=${BEFORE}`;
  await type(folder, `${install} ${PACKAGES.join(' ')}`);
  await type(folder, `node "${join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js')}" build`);
  const dist = join(folder, 'dist');
  // One document for every path below it, as a router has.
  await cp(join(dist, 'angular.html'), join(dist, 'angular', '[...rest].html'));
  await cp(join(dist, `${BUILT[0]}.html`), join(dist, 'index.html'));
  return dist;
}

beforeAll(async () => {
  const dist = await build();
  server = await startStaticHost(dist, { fallbacks: { 'angular/': 'angular.html' } });
  const plain = await plainWindow(`${server.url}/${BUILT[0]}`);
  try {
    // Before the app: a window below another paints nothing.
    for (const path of PAGES) inBrowser.set(path, await seen(plain, path));
  } finally {
    await plain.stop();
  }
  const settings = { contentSecurityPolicy: ["worker-src 'unsafe-eval'"] };
  app = await watch({ args: [`--open=/${BUILT[0]}`], alter: webFolder(dist), settings });
}, 600_000);

interface Seen {
  /** What the page says that works. */
  result: unknown;
  /** In a window of 800 by 600 pixels. */
  picture: PNG;
}

async function seen(screen: Screen, path: string): Promise<Seen> {
  await screen.page(`void setTimeout(() => location.assign(${JSON.stringify(path)}))`);
  const asked = `location.pathname === ${JSON.stringify(path)} && 'result' in globalThis && JSON.stringify(result)`;
  const result = await until(`the end of ${path}`, () => screen.page<string>(asked).catch(() => undefined));
  const sessionId = (await screen.newest())?.sessionId;
  const size = { width: 800, height: 600, deviceScaleFactor: 1, mobile: false };
  await screen.browser.send('Emulation.setDeviceMetricsOverride', size, { sessionId });
  // What a library moves comes to rest.
  const rest = 'Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))';
  await screen.page(`document.fonts.ready.then(() => ${rest}).then(() => 1)`);
  const shot = screen.browser.send<{ data: string }>('Page.captureScreenshot', {}, { sessionId });
  const { data } = await shot;
  return { result: JSON.parse(result), picture: PNG.sync.read(Buffer.from(data, 'base64')) };
}

/** The share of pixels that differ, 0 to 1. */
function difference(one: PNG, other: PNG): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let differing = 0;
  for (let at = 0; at < one.data.length; at += 4)
    if (one.data.readUInt32BE(at) !== other.data.readUInt32BE(at)) differing++;
  return (differing * 4) / one.data.length;
}

it.each(PAGES)('%s', async (path) => {
  const expected = inBrowser.get(path) as Seen;
  const { result, picture } = await seen(app, path);
  expect(result).toEqual(expected.result);
  expect(difference(picture, expected.picture)).toBeLessThan(0.001);
  expect(app.stderr()).not.toContain('The content security policy');
});
