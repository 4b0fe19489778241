/** The first script of every document, of any framework: catches failures, says when it is painted, then loads the SDK. */
import { type Bridge, FAULT_META, READY_EVENT } from '../../electron/shared/channels.ts';
import { BUILD_META } from '../../electron/shared/pageData.ts';
import { FRAME_WAIT } from '../error/afterPaint.ts';
import { startTelemetry } from '../telemetry/startTelemetry.ts';
import { isBlank, isCovered } from './blank.ts';
import { catchUncaught } from './uncaught.ts';

const bridge = window.holdfast;
const first = Promise.withResolvers<void>();
let isPainted = false;

function ready(): void {
  isPainted = true;
  first.resolve();
  bridge?.ready();
}

globalThis.holdfastIsBlank = () => isBlank(document) || isCovered(document);
catchUncaught(window, {
  isPainted: () => isPainted,
  isBlank: () => isBlank(document),
  lost: (thrown, eventId) => bridge?.lost(thrown, eventId),
});
if (bridge) limitPrinting(bridge);
addEventListener('online', () => bridge?.online());
addEventListener(READY_EVENT, ready);

const main = document.currentScript?.dataset.main;
if (main) {
  // A module runs once, however often it is imported.
  const load = () => void import(/* @vite-ignore */ main);
  if (document.querySelector(`meta[name="${FAULT_META}"]`)) {
    // The task runs after the error page's paint; a hidden window gets no frames.
    requestAnimationFrame(() => setTimeout(load));
    setTimeout(load, FRAME_WAIT);
  } else load();
} else
  whenPainted(() => {
    // Pages of this repository's router say it themselves: at first only their frame is painted.
    if (!document.querySelector(`meta[name="${BUILD_META}"]`)) ready();
  });

// For libraries that do not read Vite's meta element: styled-components 5, get-nonce.
const takeNonce = () => {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
};
takeNonce();
// At a server's address this script runs before the document is there; the page's modules run after it.
document.addEventListener('readystatechange', takeNonce, { once: true });

// Otherwise it would slow down the first page. A page that waits for its data does not delay it.
const late = new Promise<void>((resolve) => setTimeout(resolve, 1_000));
// Until then the page's own scripts may not have run: one of them may start an SDK.
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
void startTelemetry(bridge?.telemetry, Promise.all([parsed, Promise.race([first.promise, late])]));

/** Its dialog opens once in a load of the user's, and once after each press: no event of Electron tells main. Frames keep theirs. */
function limitPrinting({ mayPrint }: Pick<Bridge, 'mayPrint'>): void {
  const print = window.print.bind(window);
  window.print = () => {
    if (mayPrint()) print();
    else console.warn('print() opened no dialog: it opens one for each click or key press.');
  };
}

/** Calls `ready` at the first paint; if Chromium reports none (hidden, a form or a frame alone), the content decides. */
function whenPainted(ready: () => void): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let isReady = false;
  const once = () => {
    if (isReady) return;
    isReady = true;
    clearInterval(timer);
    observer.disconnect();
    ready();
  };
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) once();
  });
  observer.observe({ type: 'paint', buffered: true });
  addEventListener('load', () => {
    if (isReady) return;
    const look = () => {
      if (!isBlank(document)) once();
    };
    timer = setInterval(look, 500);
  });
}
