/**
 * The app's own main code at work, all in one app: the guide's examples, and pages that call handlers with large input,
 * hostile and slow ones, and some that are gone before the answer.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PAGES_APP } from '../../support/app.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { NOTES_MADE, pageCode, withExamples } from '../../support/extension/examples.ts';
import { choose, seeItem } from '../../support/menu.ts';
import { said, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

/** A definition of its own. */
const OWN = `
  import { startSpan } from 'holdfast/telemetry';

  const anything = { '~standard': { version: 1 as const, vendor: 'own', validate: (value: unknown) => ({ value }) } };
  let arrived = 0;
  const gates: (() => void)[] = [];

  const own = {
    ready({ eachWindow, log, app }) {
      eachWindow((window) => log('own window', window.id));
      app.on('browser-window-created', () => log('any window'));
    },
    sentry: (options) => ({
      ...options,
      tracesSampleRate: 1,
      beforeSend: (event) => ({ ...event, tags: { ...event.tags, own: 'sentry' } }),
    }),
    handle: {
      size: { input: anything, run: ({ text, bytes }: any) => text.length + bytes.byteLength },
      same: { input: anything, run: (input: unknown) => input },
      arrived: { run: () => arrived },
      never: { run: () => (arrived++, new Promise(() => undefined)) },
      gate: { run: () => (arrived++, new Promise<void>((resolve) => void gates.push(resolve))) },
      open: { run: () => { for (const gate of gates.splice(0)) gate(); } },
      fails: { run: () => { throw new Error("cannot open '/secret/place/note.md'"); } },
      spans: { run: () => startSpan({ name: 'of the handler' }, () => 'in a span') },
      windowId: { run: (_, { window, caller }) => [window()?.id, caller.id] },
    },
  };
`;

const ingest = await startEnvelopeServer();

const folder = fileFolder();
const app = await watch({
  ...{ app: PAGES_APP, alter: withExamples(OWN), prelude: NOTES_MADE, ingest },
  env: { XDG_CONFIG_HOME: folder },
});
await app.shows('This window is Holdfast');

describe("the guide's examples", () => {
  it('a tray opens the window, on a page', async () => {
    expect(await app.main('made.Tray.length')).toBe(1);
    const isVisible = () => app.main('electron.BrowserWindow.getAllWindows()[0].isVisible()');
    await app.main('electron.BrowserWindow.getAllWindows()[0].hide()');
    expect(await isVisible()).toBe(false);
    await app.main(`void made.Tray[0].one.emit('click')`);
    await until('the window', isVisible);
    await app.main(`void trayMenu.items.find(({ label }) => label === 'New Order').click()`);
    await until('the page', () => app.page(`location.pathname === '/orders/new'`).catch(() => false));
  });

  it('chooses a file in a dialog of the window, and reads it', async () => {
    const file = join(tmpdir(), `note-${process.pid}.md`);
    await writeFile(file, 'bread, milk');
    await app.main(`void (electron.dialog.showOpenDialog = async (window, options) => {
    globalThis.asked = { isApp: window === electron.BrowserWindow.getAllWindows()[0], options };
    return { canceled: false, filePaths: [${JSON.stringify(file)}] };
  })`);
    const own = pageCode('An open-file dialog');
    const read = `new Promise((done, fail) => ${own}.open(done).then(() => done('nothing'), fail))`;
    expect(await app.page(read)).toBe(`note-${process.pid}.md: bread, milk`);
    expect(await app.main('asked')).toEqual({
      isApp: true,
      options: { properties: ['openFile'], filters: [{ name: 'Text', extensions: ['md', 'txt'] }] },
    });
    await rm(file);
    await app.main(`void (electron.dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] }))`);
    expect(await app.page(read)).toBe('nothing');
  });

  it('a menu item sends the page a message', async () => {
    const own = pageCode('A menu item that talks to the page');
    await app.page(`(() => {
    window.titles = [];
    window.stop = ${own}.onNewNote((title) => titles.push(title));
  })()`);
    expect(await seeItem(app, 'new-note')).toMatchObject({ label: 'New Note', accelerator: 'CmdOrCtrl+N' });
    // The others still exist.
    await seeItem(app, 'reload');
    await choose(app, 'new-note');
    await expect.poll(() => app.page('titles')).toEqual(['Untitled']);
    await app.page('void stop()');
    await choose(app, 'new-note');
    // Any message arrives before this answer.
    await app.page('holdfast.invoke("none").catch(String)');
    expect(await app.page('titles')).toEqual(['Untitled']);
  });

  it('a notification opens its page', async () => {
    const own = pageCode('Notifications');
    await app.page(`${own}.remind('7')`);
    expect(await app.main('made.Notification.map(({ args }) => args[0])')).toEqual([
      { title: 'Order 7 is due', body: '' },
    ]);
    await app.main(`void made.Notification[0].one.emit('click')`);
    await until('the page', () => app.page(`location.pathname === '/orders/7'`).catch(() => false));
  });

  it('a page sets the badge', async () => {
    await app.main(`(() => {
    globalThis.badges = [];
    electron.app.setBadgeCount = (count) => badges.push(count) > 0;
    electron.BrowserWindow.getAllWindows()[0].setOverlayIcon = (_icon, count) => void badges.push(Number(count));
  })()`);
    await app.page(`holdfast.invoke('setBadge', 3)`);
    await app.page(`holdfast.invoke('setBadge', 0)`);
    expect(await app.page(`holdfast.invoke('setBadge', -1).catch(() => 'refused')`)).toBe('refused');
    expect(await app.main('badges')).toEqual([3, 0]);
  });

  it.runIf(process.platform === 'linux')('starts with the system if the user wants it', async () => {
    expect(await seeItem(app, 'start-with-system')).toMatchObject({ type: 'checkbox', checked: false });
    const file = join(folder, 'autostart', 'Holdfast.desktop');
    await choose(app, 'start-with-system');
    expect(await readFile(file, 'utf8')).toMatch(/^Exec=".+"$/m);
    await choose(app, 'start-with-system');
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  it('requires a package with a compiled part from node_modules', async () => {
    expect(await app.page(`holdfast.invoke('css')`)).toBe('a{color:red}');
  });
});

describe('calls', () => {
  const invoke = <T>(...call: unknown[]) =>
    app.page<T>(`holdfast.invoke(${call.map((one) => JSON.stringify(one)).join()}).catch(String)`);
  beforeAll(async () => {
    await app.page(`void location.assign('/')`);
    await app.shows('This window is Holdfast');
  });

  it('passes data of every kind in both directions', async () => {
    const kept = await app.page(`(async () => {
      const sent = { date: new Date(5), map: new Map([[1, 'one']]), bytes: new Uint8Array([1, 2]), none: undefined, n: 1n };
      const { date, map, bytes, none, n } = await holdfast.invoke('same', sent);
      return [date.getTime(), map.get(1), [...bytes], none === undefined, String(n)];
    })()`);
    expect(kept).toEqual([5, 'one', [1, 2], true, '1']);
  });

  it('accepts 100 MB of text and bytes as an input', async () => {
    const input = `{ text: 'x'.repeat(50_000_000), bytes: new ArrayBuffer(50_000_000) }`;
    expect(await app.page(`holdfast.invoke('size', ${input})`, 60_000)).toBe(100_000_000);
    expect(await invoke('same', 1)).toBe(1);
  });

  it('a page that is gone before the answer is not an error', async () => {
    const before = await invoke<number>('arrived');
    const reports = ingest.events().length;
    const lines = app.stderr().length;
    for (let at = 1; at <= 2; at++) {
      await app.page(`void (holdfast.invoke('never'), holdfast.invoke('gate'))`);
      const arrived = () => invoke<number>('arrived').catch(() => 0);
      await until('the calls', async () => (await arrived()) === before + 2 * at);
      await app.replacedBy(() => app.page('location.reload()').catch(() => undefined));
      await until('the page', () => app.page(`document.readyState === 'complete'`).catch(() => false));
    }
    await invoke('open');
    expect(await invoke('same', 'still here')).toBe('still here');
    expect(app.stderr().slice(lines)).not.toMatch(/holdfast:|reject|uncaught/i);
    expect(ingest.events()).toHaveLength(reports);
  });

  it('reports a failure of a handler once, and the page gets its id', async () => {
    const before = ingest.events().length;
    const told = await invoke<string>('fails');
    const id = /^Error: fails failed: cannot open … \(report ([0-9a-f]{32})\)$/.exec(told)?.[1] ?? told;
    const event = await ingest.event(id);
    expect(event.tags).toMatchObject({ 'fault.code': 'HANDLER_FAILED', own: 'sentry' });
    expect(event.contexts?.fault?.detail).toContain('fails: ');
    // The page stays, and nothing else is reported of it.
    expect(await invoke('same', 1)).toBe(1);
    expect(ingest.events().length).toBe(before + 1);
  });

  it("a handler's reports and spans join the page's trace", async () => {
    // Its SDK starts after the first paint.
    const traced = `new Promise((done) => holdfastTelemetry.startSpan({ name: 'of the page' }, async (span) => {
      const { traceId, spanId } = span.spanContext?.() ?? {};
      const said = await Promise.all(['spans', 'fails'].map((name) => holdfast.invoke(name).catch(String)));
      // Before that, a span's every function returns the span.
      done(typeof traceId === 'string' ? { traceId, spanId, said } : undefined);
    }))`;
    const { traceId, spanId, said } = await until('a span of the page', () =>
      app.page<{ traceId: string; spanId: string; said: string[] } | undefined>(traced),
    );
    expect(said[0]).toBe('in a span');
    const isIt = ({ bytes }: { bytes: Buffer }) =>
      bytes.includes(spanId) && bytes.includes('"of the handler"');
    const { payload } = await ingest.item('transaction', isIt);
    expect(payload.contexts?.trace).toMatchObject({ trace_id: traceId, parent_span_id: spanId });
    const failure = await ingest.event(/report ([0-9a-f]{32})/.exec(said[1] ?? '')?.[1] ?? '');
    expect(failure.contexts?.trace).toMatchObject({ trace_id: traceId, parent_span_id: spanId });
  });

  it("works if the page's trace is no such thing", async () => {
    await app.page(`holdfast.telemetry.traceCalls(() => ({ 'sentry-trace': 'x'.repeat(10_000_000) }))`);
    expect(await invoke('same', 1)).toBe(1);
  });

  it('the code gets each window of the app, and no other', async () => {
    const first = await said(app, /own window (\d+)/);
    expect(await invoke('windowId')).toEqual([Number(first), Number(first)]);
    await app.main(`void electron.BrowserWindow.getAllWindows()[0].webContents.forcefullyCrashRenderer()`);
    await app.shows('This window is Holdfast');
    await app.main(`new electron.BrowserWindow({ show: false }).destroy()`);
    await app.main(`void electron.Menu.getApplicationMenu().getMenuItemById('diagnostics').click()`);
    await said(app, /any window[\s\S]*any window/);
    expect(app.stderr().match(/own window/g)).toHaveLength(1);
  });
});
