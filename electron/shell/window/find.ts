/** Find: a bar over the page's upper corner, in its own web contents, which no page can see. Loaded on first use. */
import type { BrowserWindow, Result } from 'electron';
import { onceLeft } from '../../common/pages.ts';
import * as TEXTS from '../../shared/texts.ts';
import { html } from '../protocol/plainPage.ts';
import { onSaid, overlay } from './overlay.ts';

const texts = TEXTS.find;

/** In DIPs. */
const SIZE = { width: 380, height: 44, edge: 8 };

/** Says what is typed, and which buttons are pressed; the number makes each press another one. */
const SCRIPT = `
const input = document.querySelector('input');
let presses = 0;
const press = (id) => say(id + '/' + ++presses);
input.oninput = () => say('text/' + encodeURIComponent(input.value));
onclick = ({ target: { id } }) => { if (id) press(id); input.focus(); };
onkeydown = ({ key, shiftKey, isComposing, target }) => {
  if (key === 'Escape') press('close');
  else if (key === 'Enter' && target === input && !isComposing) press(shiftKey ? 'previous' : 'next');
};`;

const pageOfBar = () => ({
  title: texts.label,
  script: SCRIPT,
  body: html`<body role="search"><input aria-label="${texts.label}" placeholder="${texts.label}" autofocus spellcheck="false"><output></output>
<button id="previous" aria-label="${texts.previous}">↑</button><button id="next" aria-label="${texts.next}">↓</button>
<button id="close" aria-label="${texts.close}">✕</button>`,
});

const bars = new WeakMap<BrowserWindow, ReturnType<typeof openBar>>();

/** Opens the bar, or returns to it, or goes on to the next place or the one before. */
export function find(window: BrowserWindow, isForward?: boolean): void {
  const known = bars.get(window);
  if (!known) bars.set(window, openBar(window));
  else if (isForward === undefined) known.focus();
  else known.step(isForward);
}

function openBar(window: BrowserWindow) {
  const { webContents: page } = window;
  const { contents: bar, remove } = overlay(window, pageOfBar(), (width) => {
    const own = Math.min(SIZE.width, width - 2 * SIZE.edge);
    return { x: width - own - SIZE.edge, y: SIZE.edge, width: own, height: SIZE.height };
  });
  let text = '';
  /** Rejects only if the bar is gone. */
  const run = (script: string) => void bar.executeJavaScript(script).catch(() => undefined);
  const show = (found: string) => run(`document.querySelector('output').value = ${JSON.stringify(found)}`);
  const focus = () => {
    bar.focus();
    run(`input.select()`);
  };
  const step = (forward: boolean) => void (text && page.findInPage(text, { forward }));
  const found = (_event: unknown, { activeMatchOrdinal, matches, finalUpdate }: Result) => {
    if (finalUpdate) show(matches === 0 ? texts.none : `${activeMatchOrdinal}/${matches}`);
  };
  const own = { focus, step };
  const close = () => {
    if (bars.get(window) !== own) return;
    bars.delete(window);
    if (!window.isDestroyed()) {
      page.off('found-in-page', found);
      stopWaiting();
      page.stopFindInPage('keepSelection');
      window.off('closed', close);
      page.focus();
    }
    // Not inside one of its own events.
    setImmediate(remove);
  };
  onSaid(bar, (said) => {
    const [what, typed = ''] = said.split('/');
    if (what === 'next' || what === 'previous') step(what === 'next');
    if (what === 'close') close();
    if (what !== 'text') return;
    text = decodeURIComponent(typed);
    if (text !== '') return void page.findInPage(text, { findNext: true });
    page.stopFindInPage('clearSelection');
    show('');
  });
  bar.on('render-process-gone', close);
  bar.once('did-finish-load', focus);
  page.on('found-in-page', found);
  // The matches were on a page that is no longer shown.
  const stopWaiting = onceLeft(page, close);
  window.once('closed', close);
  return own;
}
