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

const page = () => ({
  title: texts.label,
  script: SCRIPT,
  body: html`<body role="search"><input aria-label="${texts.label}" placeholder="${texts.label}" autofocus spellcheck="false"><output></output>
<button id="previous" aria-label="${texts.previous}">↑</button><button id="next" aria-label="${texts.next}">↓</button>
<button id="close" aria-label="${texts.close}">✕</button>`,
});

const bars = new WeakMap<BrowserWindow, FindBar>();

/** Opens the bar, or returns to it. */
export function find(window: BrowserWindow): void {
  const known = bars.get(window);
  if (known) known.focus();
  else bars.set(window, new FindBar(window));
}

export function findAgain(window: BrowserWindow, isForward: boolean): void {
  const known = bars.get(window);
  if (known) known.step(isForward);
  else find(window);
}

class FindBar {
  readonly #window: BrowserWindow;
  readonly #bar;
  #text = '';
  readonly #stopWaiting: () => void;

  constructor(window: BrowserWindow) {
    this.#window = window;
    this.#bar = overlay(window, page(), (width) => {
      const own = Math.min(SIZE.width, width - 2 * SIZE.edge);
      return { x: width - own - SIZE.edge, y: SIZE.edge, width: own, height: SIZE.height };
    });
    const { contents: bar } = this.#bar;
    onSaid(bar, (said) => this.#heard(said));
    bar.on('render-process-gone', this.#close);
    bar.once('did-finish-load', this.focus);
    window.webContents.on('found-in-page', this.#found);
    // The matches were on a page that is no longer shown.
    this.#stopWaiting = onceLeft(window.webContents, this.#close);
    window.once('closed', this.#close);
  }

  readonly focus = (): void => {
    this.#bar.contents.focus();
    this.#run(`input.select()`);
  };

  step(isForward: boolean): void {
    if (this.#text !== '') this.#window.webContents.findInPage(this.#text, { forward: isForward });
  }

  #heard(said: string): void {
    const [what, text = ''] = said.split('/');
    if (what === 'next' || what === 'previous') this.step(what === 'next');
    if (what === 'close') this.#close();
    if (what !== 'text') return;
    this.#text = decodeURIComponent(text);
    if (this.#text !== '') return void this.#window.webContents.findInPage(this.#text, { findNext: true });
    this.#window.webContents.stopFindInPage('clearSelection');
    this.#show('');
  }

  readonly #found = (_event: unknown, { activeMatchOrdinal, matches, finalUpdate }: Result): void => {
    if (finalUpdate) this.#show(matches === 0 ? texts.none : `${activeMatchOrdinal}/${matches}`);
  };

  #show(text: string): void {
    this.#run(`document.querySelector('output').value = ${JSON.stringify(text)}`);
  }

  /** Rejects only if the bar is gone. */
  #run(script: string): void {
    this.#bar.contents.executeJavaScript(script).catch(() => undefined);
  }

  readonly #close = (): void => {
    if (bars.get(this.#window) !== this) return;
    bars.delete(this.#window);
    if (!this.#window.isDestroyed()) {
      const { webContents: page } = this.#window;
      page.off('found-in-page', this.#found);
      this.#stopWaiting();
      page.stopFindInPage('keepSelection');
      this.#window.off('closed', this.#close);
      page.focus();
    }
    // Not inside one of its own events.
    setImmediate(this.#bar.remove);
  };
}
