/** Builds of today's generators, in the app without a setting and in a plain window of a static host told what theirs need. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { GENERATORS, type Generator } from '../../support/generators.ts';
import { type } from '../../support/package.ts';
import { plainWindow } from '../../support/plainWindow.ts';
import { watch } from '../../support/recovery.ts';
import type { Screen } from '../../support/screen.ts';
import { startStaticHost } from '../../support/staticHost.ts';
import { until } from '../../support/until.ts';
import { webFolder } from '../../support/webBuild.ts';
import { writeFiles } from '../../support/writeFiles.ts';

const folder = fileFolder('generators');

const QUIET_ASTRO_NUXT = { ASTRO_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' };
const QUIETLY = { CI: '1', NG_CLI_ANALYTICS: 'false', ...QUIET_ASTRO_NUXT };
const run = (root: string, command: string) => type(root, command, QUIETLY);

/** Makes the app and builds it. Returns the folder of the build. */
async function build(generator: Generator): Promise<string> {
  const { name, create, packages = '', files = {}, build: command, out } = generator;
  const root = join(folder, name.replace(/\W+/g, '-'));
  const app = join(root, 'app');
  await mkdir(root);
  if (create) await run(root, create);
  else writeFiles(app, { 'package.json': '{"name":"app","private":true,"type":"module"}' });
  writeFiles(app, files);
  await run(app, `npm install --no-audit --no-fund --legacy-peer-deps ${packages}`);
  await run(app, command);
  return join(app, out);
}

/** In a page: waits until its scripts have been loaded and have run. Before, a router sets no title and follows no link. */
const QUIET = `new Promise((done) => {
  let seen = 0;
  const look = () => {
    const { length } = performance.getEntriesByType('resource');
    if (length === seen && document.readyState === 'complete') return requestIdleCallback(() => done(1));
    seen = length;
    setTimeout(look, 500);
  };
  look();
})`;

/** What a person sees, step by step. */
async function visit(window: Screen, generator: Generator) {
  const { base = '/', first, link, second, deep = {}, fetched = [] } = generator;
  const seen: Record<string, unknown> = {};
  const see = async (step: string, text: string) => {
    await until(`"${text}" after ${step}`, async () => (await window.text()).includes(text));
    // A router may load the page anew meanwhile.
    await until(`the scripts after ${step}`, () => window.page(QUIET).catch(() => false));
    const where = 'location.pathname + location.search';
    seen[step] = await window.page(`[${where}, document.title, window.isSame ?? false]`);
  };
  await see('start', first);
  await window.page('void (window.isSame = true)');
  await window.click(link);
  await see('link', second);
  await window.page('void setTimeout(() => location.reload())');
  await until('another page', () => window.page('!window.isSame').catch(() => false));
  await see('reload', second);
  await window.page('void setTimeout(() => history.back())');
  await see('back', first);
  for (const [path, text] of Object.entries(deep)) {
    const go = `void setTimeout(() => location.assign(${JSON.stringify(base + path)}))`;
    await window.replacedBy(() => window.page(go));
    await see(path, text);
  }
  for (const path of fetched) {
    seen[`fetch ${path}`] = await window.page(`fetch(${JSON.stringify(base + path)}).then(async (one) => [
      one.status, one.redirected, new URL(one.url).pathname, one.headers.get('content-type'), await one.text(),
    ])`);
  }
  return seen;
}

/** The same in a plain window. The app is gone by then: an animation ends only in a window that nothing covers. */
async function visitPlain(built: string, generator: Generator) {
  const { base = '/', fallbacks = {} } = generator;
  const host = await startStaticHost(built, { base, fallbacks });
  const plain = await plainWindow(host.url + base);
  try {
    return await visit(plain, generator);
  } finally {
    await plain.stop();
    await host.close();
  }
}

it.for(GENERATORS)('$name', { timeout: 900_000 }, async (generator) => {
  const built = await build(generator);
  const app = await watch({ alter: webFolder(built) });
  const own = await visit(app, generator).finally(app.stop);
  expect(app.stderr()).not.toMatch(/content security policy has refused/);
  expect(own).toEqual(await visitPlain(built, generator));
});
