/** What a screen reader and the keyboard find in a window of the app. */
import axe from 'axe-core';
import { expect } from 'vitest';
import { inColours, send } from './onPage.ts';
import type { Screen } from './screen.ts';

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
export async function found(app: Screen): Promise<string[]> {
  const { nodes } = await send<{ nodes: Node[] }>(app, 'Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inOrder = (node?: Node): Node[] =>
    node ? [node, ...(node.childIds ?? []).flatMap((id) => inOrder(byId.get(id)))] : [];
  return inOrder(nodes[0])
    .filter(({ ignored, role }) => !ignored && SHOWN.includes(role.value))
    .map(({ role, name, description }) =>
      [role.value, name?.value, description?.value].filter(Boolean).join(': '),
    );
}

/** What axe finds wrong in the newest window. */
export async function faultsOf(app: Screen): Promise<string[]> {
  await app.page(`${axe.source};0`);
  return await app.page(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0]?.html))`,
  );
}

/** The same of a page without script, on which the timers that axe needs do not run: of a copy, in light and dark. */
export async function faultsOfCopy(app: Screen): Promise<string[]> {
  const html = await app.page<string>('document.documentElement.outerHTML');
  const write = `document.write(${JSON.stringify(`<!doctype html>${html.replaceAll(' autofocus', '')}`)})`;
  await app.main(`(async () => {
    globalThis.copy = new electron.BrowserWindow();
    await copy.loadURL('about:blank');
    await copy.webContents.executeJavaScript(${JSON.stringify(write)});
  })()`);
  const copy = seen(app, (all) => all.find(({ url }) => url === 'about:blank'));
  const faults: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    await inColours(copy, scheme);
    faults.push(...(await faultsOf(copy)).map((one) => `${scheme}: ${one}`));
  }
  await app.main('globalThis.copy.destroy()');
  return faults;
}

type Windows = Awaited<ReturnType<Screen['windows']>>;

/** What stands over the window, such as the find bar or a notice, as if it were a window. */
export const over = (app: Screen): Screen => seen(app, (all) => all.at(-1));

/** One of several windows, in which all happens. */
function seen(app: Screen, pick: (all: Windows) => Windows[number] | undefined): Screen {
  const newest = async () => pick(await app.windows());
  return { ...app, newest, page: async (code, timeout) => app.page(code, timeout, await newest()) };
}

export async function pressTab(app: Screen): Promise<void> {
  const key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  for (const type of ['keyDown', 'keyUp']) await send(app, 'Input.dispatchKeyEvent', { type, ...key });
}

/** The Tab key reaches the newest window's controls in their order, wherever it begins. */
export async function reachesAll(app: Screen): Promise<void> {
  const names: string[] = [];
  const controls = (await found(app)).filter((one) => CONTROLS.includes(one.split(': ')[0] ?? ''));
  for (const _ of controls) {
    await pressTab(app);
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
export async function holds(app: Screen): Promise<void> {
  const features = [
    { name: 'forced-colors', value: 'active' },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ];
  await send(app, 'Emulation.setEmulatedMedia', { features });
  expect(await app.page(UNSEEN)).toEqual([]);
  expect(await app.page(`document.getAnimations().some((one) => one.playState === 'running')`)).toBe(false);
  await send(app, 'Emulation.setEmulatedMedia', { features: [] });
  const size = { width: 256, height: 192, deviceScaleFactor: 4, mobile: false };
  await send(app, 'Emulation.setDeviceMetricsOverride', size);
  expect(await app.page('document.documentElement.scrollWidth')).toBeLessThanOrEqual(256);
  await send(app, 'Emulation.clearDeviceMetricsOverride');
}

/**
 * Checks a form, then submits it as it is, which gives a problem.
 * @param form makes what a screen reader finds, from the problem's role and its first field's description
 */
export async function refuses(
  app: Screen,
  form: (problem: string[], description: string) => string[],
  refusal: string,
  field: string,
): Promise<void> {
  expect(await found(app)).toEqual(form([], ''));
  await reachesAll(app);
  await holds(app);
  await app.page(`document.querySelector('button').click()`);
  await app.shows(refusal);
  expect(await found(app)).toEqual(form(['alert'], `: ${refusal}`));
  expect(await app.page('document.activeElement.name')).toBe(field);
}
