/** What a screen reader and the keyboard find on the shell's pages, also in forced colours, without motion and at 400 %. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import type { AppCopy } from '../../support/brokenApp.ts';
import { copyFailingApp } from '../../support/failingApp.ts';
import { choose } from '../../support/menu.ts';
import { startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { SERVER_ERROR } from '../../support/words.ts';

const server = await startOrigin((_request, response) =>
  response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Shop"' }).end(),
);
let built: AppCopy;
let app: Watched;
beforeAll(async () => {
  built = await copyFailingApp();
  const settings = { origin: server.url, buildId: 'b1', sentryDsn: `http://key@127.0.0.1:${server.port}/1` };
  app = await watch({ app: built.folder, settings });
  await app.shows('The start page');
});
afterAll(async () => {
  await app?.stop();
  await server.close();
  await built?.remove();
});

afterEach(async () => {
  await app.main(`electron.BrowserWindow.getAllWindows().forEach((one) => one.id === 1 || one.close())`);
  await expect.poll(() => app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
});

async function send<T>(method: string, params: object = {}): Promise<T> {
  const { sessionId } = (await app.windows()).at(-1) ?? {};
  return await app.browser.send<T>(method, params, { sessionId });
}

interface Node {
  nodeId: string;
  childIds?: string[];
  ignored: boolean;
  role: { value: string };
  name?: { value: string };
  description?: { value: string };
}

const CONTROLS = ['link', 'button', 'textbox', 'DisclosureTriangle'];
const SHOWN = [...CONTROLS, 'heading', 'alert', 'status', 'timer', 'search', 'region', 'main'];

/** What a screen reader finds in the newest window, in order: role, name and description. */
async function found(): Promise<string[]> {
  const { nodes } = await send<{ nodes: Node[] }>('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inOrder = (node?: Node): Node[] =>
    node ? [node, ...(node.childIds ?? []).flatMap((id) => inOrder(byId.get(id)))] : [];
  return inOrder(nodes[0])
    .filter(({ ignored, role }) => !ignored && SHOWN.includes(role.value))
    .map(({ role, name, description }) =>
      [role.value, name?.value, description?.value].filter(Boolean).join(': '),
    );
}

/** The Tab key reaches the newest window's controls in their order, wherever it begins. */
async function reachesAll(): Promise<void> {
  const names: string[] = [];
  const controls = (await found()).filter((one) => CONTROLS.includes(one.split(': ')[0] ?? ''));
  for (const _ of controls) {
    const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
    for (const type of ['keyDown', 'keyUp']) await send('Input.dispatchKeyEvent', { type, ...key });
    names.push(
      await app.page(`(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)
        (document.activeElement)`),
    );
  }
  const expected = controls.map((one) => one.split(': ')[1] ?? '');
  const first = names.indexOf(expected[0] ?? '');
  expect([...names.slice(first), ...names.slice(0, first)]).toEqual(expected);
}

/** In the page: controls without an edge or an underline, or whose label has the colour of its background. */
const UNSEEN = `[...document.querySelectorAll('a, button, input')].filter((one) => one.checkVisibility() && one.type !== 'hidden').filter((one) => {
  const { backgroundColor, borderTopColor, borderTopWidth, color, textDecorationLine } = getComputedStyle(one);
  const hasEdge = borderTopWidth !== '0px' && borderTopColor !== backgroundColor;
  return !(hasEdge || textDecorationLine === 'underline') || color === backgroundColor;
}).map((one) => one.outerHTML)`;

/** Looks at the newest window in forced colours, without motion, and as wide as 1,024 pixels at 400 %. */
async function holds(): Promise<void> {
  const features = [
    { name: 'forced-colors', value: 'active' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ];
  await send('Emulation.setEmulatedMedia', { features });
  expect(await app.page(UNSEEN)).toEqual([]);
  expect(await app.page(`document.getAnimations().filter((one) => one.playState === 'running').length`)).toBe(
    0,
  );
  await send('Emulation.setEmulatedMedia', { features: [] });
  await send('Emulation.setDeviceMetricsOverride', {
    width: 256,
    height: 192,
    deviceScaleFactor: 4,
    mobile: false,
  });
  expect(await app.page('document.documentElement.scrollWidth')).toBeLessThanOrEqual(256);
  await send('Emulation.clearDeviceMetricsOverride');
}

/**
 * Checks a form, then submits it as it is.
 * @param form makes what a screen reader finds, from the problem's role and its first field's description
 * @param refusal the problem that is shown
 * @param field the name of the field that then has the focus
 */
async function refuses(
  form: (problem: string[], description: string) => string[],
  refusal: string,
  field: string,
): Promise<void> {
  expect(await found()).toEqual(form([], ''));
  await reachesAll();
  await holds();
  await app.page(`document.querySelector('button').click()`);
  await app.shows(refusal);
  expect(await found()).toEqual(form(['alert'], `: ${refusal}`));
  expect(await app.page('document.activeElement.name')).toBe(field);
}

it('an error page with a question', async () => {
  await app.page(`document.getElementById('render')?.click()`);
  await app.shows(en.fault.script.title, en.errorPage.question, en.errorPage.help.clearData);
  const expected = [
    'main',
    'alert',
    `heading: ${en.fault.script.title}`,
    `link: ${en.errorPage.tryAgain}`,
    'status',
    `heading: ${en.errorPage.moreHelp}`,
    `link: ${en.errorPage.help.diagnostics}`,
    `link: ${en.errorPage.help.clearData}`,
    `button: ${en.errorPage.copyDetails}`,
    `DisclosureTriangle: ${en.errorPage.details}`,
    `link: ${en.errorPage.help.contents}`,
    `button: ${en.errorPage.sendReports}`,
    `button: ${en.errorPage.sendNothing}`,
  ];
  expect(await found()).toEqual(expected);
  expect(await app.page(`document.activeElement.getAttribute('role')`)).toBe('alert');
  await reachesAll();
  await holds();
});

it('the diagnostics', async () => {
  await choose(app, 'diagnostics');
  await app.shows(en.diagnostics.forSupport, 'Checked at');
  const { save, copy, check, forSupport, title } = en.diagnostics;
  expect((await found()).map((one) => one.replace(/\d+ problems?/, 'n problems'))).toEqual([
    ...['main', `heading: ${title}`, 'region: n problems found', 'heading: n problems found'],
    ...[`button: ${save}`, `button: ${copy}`, `button: ${check}`, `DisclosureTriangle: ${forSupport}`],
  ]);
  await reachesAll();
  await holds();
});

it('the sign-in form, which connects a refusal with its field', async () => {
  await app.page(`void setTimeout(() => location.assign('/'))`);
  await app.shows('The start page');
  await app.page(`document.getElementById('data').value = '/data?answer=1'`);
  await app.page(`document.getElementById('data').click()`);
  const { server: asks, username, password, signIn, refused } = en.authentication;
  await app.shows(asks.heading);
  const form = (problem: string[], description: string) => [
    ...['main', `heading: ${asks.heading}`, ...problem, `textbox: ${username}${description}`],
    ...[`textbox: ${password}`, `button: ${signIn}`, `link: ${en.dialogs.cancel}`],
  ];
  await refuses(form, refused, 'username');
});

it('the question for a server’s address, which connects what is wrong with its field', async () => {
  const first = app;
  const web = { address: 'ask' };
  app = await watch({
    alter: (folder) => writeFile(join(folder, '.build', 'config.json'), JSON.stringify({ web })),
  });
  try {
    const { heading, malformed } = en.server;
    await app.shows(heading);
    const form = (problem: string[], description: string) => [
      ...['main', `heading: ${heading}`, ...problem, `textbox: ${heading}${description}`],
      ...[`button: ${en.start.goOn}`, `link: ${en.dialogs.cancel}`],
    ];
    await refuses(form, malformed, 'address');
  } finally {
    await app.stop();
    app = first;
  }
});

it('the find bar', async () => {
  await choose(app, 'find');
  await expect
    .poll(found)
    .toEqual([
      ...['search', `textbox: ${en.find.label}`, 'status'],
      ...[`button: ${en.find.previous}`, `button: ${en.find.next}`, `button: ${en.find.close}`],
    ]);
  await reachesAll();
  await app.page(`document.querySelector('button:last-of-type').click()`);
  await expect.poll(() => app.windows()).toHaveLength(1);
});

it('the page of a handler that throws, with a script and without', async () => {
  // A folder where the document should be: reading it throws.
  const document = join(built.folder, '.build', 'renderer', 'index.html');
  await rm(document);
  await mkdir(document);
  const shows500 = async () => {
    await app.shows('500', `${SERVER_ERROR}.`);
    expect(await app.page(`[document.querySelector('h1').textContent, document.title]`)).toEqual([
      '500',
      `500: ${SERVER_ERROR}`,
    ]);
  };
  await app.page(`void setTimeout(() => location.assign('/'))`);
  await shows500();
  const withoutScript = async () => {
    await send('Emulation.setScriptExecutionDisabled', { value: true });
    await app.mark();
    await send('Page.reload');
    await app.replaced();
    await shows500();
    const controls = await found();
    expect(controls).toContain(`link: ${en.errorPage.tryAgain}`);
    expect(controls).not.toContain(`button: ${en.errorPage.copyDetails}`);
    expect(
      await app.page(
        `[...document.links].find((one) => one.textContent === '${en.errorPage.tryAgain}').getAttribute('href')`,
      ),
    ).toBe('/');
    await send('Emulation.setScriptExecutionDisabled', { value: false });
    await app.page(`${axe.source};0`);
    return await app.page('axe.run().then(({ violations }) => violations.map(({ id }) => id))');
  };
  // Main reloads the page every few seconds, perhaps in the middle of this.
  await expect.poll(() => withoutScript().catch(String)).toEqual([]);
});
