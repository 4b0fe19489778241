/** Texts over a window, in web contents of their own. Loaded on first use. */
import type { BrowserWindow, Input } from 'electron';
import { onceLeft } from '../../common/pages.ts';
import { ageText } from '../../shared/format.ts';
import { ICONS } from '../../shared/icons.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import type { Icon } from '../../shared/loadErrors.ts';
import * as TEXTS from '../../shared/texts.ts';
import { html } from '../protocol/plainPage.ts';
import { onSaid, overlay } from './overlay.ts';

/** In DIPs. */
const SIZE = { width: 380, height: 44, edge: 16 };

/** Covers the whole window while a server is awaited. Returns how to remove it. */
export function cover(window: BrowserWindow): () => void {
  const title = TEXTS.pages.loading;
  // `fault-starting`: the tool waits for what comes next (tool/run/show).
  const body = html`<body class="cover"><p class="fault-starting" role="status">${title}</p>`;
  const place = (width: number, height: number) => ({ x: 0, y: 0, width, height });
  return overlay(window, { title, body }, place, { javascript: false, radius: 0 }).remove;
}

/** What a person can press beside a text. */
interface Answer {
  label: string;
  press(): void;
}

/** Says which button is pressed. Escape is the last of two, which refuses; where there is one, it only leaves. */
const SCRIPT = `
onclick = ({ target: { id } }) => { if (id) say(id); };
onkeydown = ({ key }) => { if (key === 'Escape') say(document.querySelectorAll('button')[1]?.id ?? 'left'); };`;

/** How many are shown in each window: a later one stands above them. */
const shown = new WeakMap<BrowserWindow, number>();

/** Shows it at the lower edge until a press. Screen readers announce it; F6 moves the focus there and Escape back. */
export function tell(window: BrowserWindow, icon: Icon, text: string, answers: readonly Answer[] = []) {
  const { webContents: page } = window;
  const hasFocus = page.isFocused();
  const level = shown.get(window) ?? 0;
  shown.set(window, level + 1);
  const buttons = answers.map(({ label }, at) => html`<button id="press-${String(at)}">${label}</button>`);
  const { contents, loaded, remove } = overlay(
    window,
    {
      title: text,
      body: html`<body><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg><p role="status"></p>${buttons}`,
      script: SCRIPT,
    },
    (width, height) => {
      const own = Math.min(SIZE.width * (answers.length > 0 ? 1.6 : 1), width);
      const y = Math.max(0, height - (level + 1) * (SIZE.height + SIZE.edge));
      return { x: Math.round((width - own) / 2), y, width: Math.round(own), height: SIZE.height };
    },
  );
  // It fails only if its process is gone.
  const onceLoaded = (act: () => unknown) => void loaded.then(act).catch(() => undefined);
  const run = (script: string) => onceLoaded(() => contents.executeJavaScript(script));
  // Only a change is announced, and a text is not markup.
  const say = (next: string) => run(`document.querySelector('p').textContent = ${JSON.stringify(next)}`);
  // Electron 33 moves the focus to whatever loads.
  onceLoaded(() => hasFocus && contents.isFocused() && page.focus());
  say(text);
  const reach = (event: Electron.Event, { type, key }: Input) => {
    if (type !== 'keyDown' || key !== 'F6') return;
    event.preventDefault();
    contents.focus();
    run(`document.querySelector('button').focus()`);
  };
  if (answers.length > 0) page.on('before-input-event', reach);
  let isRemoved = false;
  const end = () => {
    if (isRemoved) return;
    isRemoved = true;
    shown.set(window, (shown.get(window) ?? 1) - 1);
    if (!page.isDestroyed()) page.off('before-input-event', reach);
    const isLeft = !contents.isDestroyed() && contents.isFocused();
    // Not inside one of its own events.
    setImmediate(remove);
    if (isLeft && !page.isDestroyed()) page.focus();
  };
  onSaid(contents, (said) => {
    const pressed = answers[Number(/^press-(\d)$/.exec(said)?.[1] ?? Number.NaN)];
    if ((!pressed && said !== 'left') || isRemoved) return;
    end();
    pressed?.press();
  });
  /** Whether the focus or the pointer is on it. */
  const isUsed = async () =>
    !contents.isDestroyed() &&
    (contents.isFocused() || (await contents.executeJavaScript(`document.body.matches(':hover')`)) === true);
  return { say, isUsed: () => isUsed().catch(() => false), remove: end };
}

/** Shows it for `toldMs`, and longer while the focus or the pointer is on it. Returns how to remove it earlier. */
export function tellBriefly(window: BrowserWindow, icon: Icon, text: string, answers?: readonly Answer[]) {
  const { remove, isUsed } = tell(window, icon, text, answers);
  const end = async () => ((await isUsed()) ? wait() : remove());
  const wait = () => void setTimeout(end, DURATIONS.toldMs);
  wait();
  return remove;
}

/** How to remove what a window's document shows of the age of its data. */
const ages = new WeakMap<BrowserWindow, () => void>();

/** Says in a window how old the data is that its page shows. @param at since when it is saved, in ms since the epoch */
export function tellSaved(window: BrowserWindow, at: number, reload: () => void): void {
  if (window.isDestroyed()) return;
  ages.get(window)?.();
  const text = TEXTS.pages.savedBefore({ ago: ageText(at, Date.now()) });
  const remove = tellBriefly(window, 'offline', text, [{ label: TEXTS.pages.reload, press: reload }]);
  const stop = onceLeft(window.webContents, remove);
  ages.set(window, () => {
    stop();
    remove();
  });
}

/** Shows it while another page loads; Escape stops the load too, as in a browser. Returns how to remove it. */
export function tellOfLoad(window: BrowserWindow): () => void {
  const { webContents: page } = window;
  const { remove } = tell(window, 'clock', TEXTS.pages.loading, [
    { label: TEXTS.dialogs.stop, press: () => page.stop() },
  ]);
  // The page gets the key too.
  const stop = (_event: unknown, { type, key }: Input) => {
    if (type === 'keyDown' && key === 'Escape') page.stop();
  };
  page.on('before-input-event', stop);
  return () => {
    page.off('before-input-event', stop);
    remove();
  };
}
