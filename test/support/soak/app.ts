/** The app of the soak: a page of another build that talks to its server, and a driver that answers dialogs. */
import { webBuild } from '../webBuild.ts';

const SCRIPT = `
const seen = (text) => { document.getElementById('said').textContent = text; };
const never = () => new Promise(() => undefined);
Object.assign(globalThis, {
  async asks(path, init) {
    try { seen(await (await fetch(path, init)).text()); } catch (error) { seen(String(error)); }
  },
  aborts() {
    for (let n = 0; n < 5; n += 1) {
      const stop = new AbortController();
      void asks('/api/slow?' + n, { signal: stop.signal });
      setTimeout(() => stop.abort(), 20 * n);
    }
  },
  leaves() {
    for (let n = 0; n < 2; n += 1) void asks('/api/never?' + n);
    void asks('/api/stalls');
    new EventSource('/api/events');
  },
  empties() {
    for (const body of ['', new URLSearchParams(), new Blob([]), new FormData()]) void asks('/api/empty', { method: 'POST', body });
    const request = new XMLHttpRequest();
    request.open('POST', '/api/empty');
    request.send('');
  },
  resets() {
    void asks('/api/resets', { method: 'POST', body: 'x'.repeat(5_000_000) });
  },
  guards() {
    addEventListener('beforeunload', (event) => event.preventDefault());
    document.getElementById('text').focus();
  },
});
void asks('/api/me');
setInterval(() => { document.getElementById('time').textContent = String(Date.now()); }, 500);
`;

/** Says which page this is, for a driver that waits for the next. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Soak</title></head>
<body><h1>The soak</h1><p id="time"></p><p id="said"></p><textarea id="text"></textarea>
<script src="/soak.js"></script></body></html>`;

/** Gives an app's copy the soak's page at its server's address, and replays from the start. */
export const makeSoakApp = (address: string) =>
  webBuild({
    'index.html': PAGE,
    'soak.js': SCRIPT,
    '../config.json': JSON.stringify({
      web: { address },
      telemetry: { replays: { session: 1, onError: 1 } },
    }),
  });

/** A prelude: the user answers each dialog after half a second, with what `globalThis.wanted` names, or else Cancel. */
export const ANSWERS_DIALOGS = `
  globalThis.wanted = /^(Leave|Reload|Try Again)$/;
  globalThis.dialogs = 0;
  electron.dialog.showMessageBox = (...args) => {
    const { buttons = [], cancelId = 0 } = args.at(-1);
    const chosen = buttons.findIndex((button) => globalThis.wanted.test(button));
    globalThis.dialogs += 1;
    return new Promise((resolve) => setTimeout(resolve, 500, {
      response: chosen < 0 ? cancelId : chosen, checkboxChecked: false,
    }));
  };
`;
