/** The window in which the user signs in: a form without script, which main serves and reads. */
import { createHash, randomUUID } from 'node:crypto';
import { app, type BrowserWindow } from 'electron';
import type { Handler } from '../protocol/index.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { escapeHtml } from '../shared/document.ts';
import * as TEXTS from '../shared/texts.ts';
import { makeWindow } from '../window/createWindow.ts';
import css from './authentication.css?inline';
import type { Ask, Credentials, Place } from './credentials.policy.ts';

const texts = TEXTS.authentication;
const PATH = '/_holdfast/authentication/';

/** What is asked now, by the key in its address, which no page of the app knows. */
const questions = new Map<string, { page: string; answer(found?: Credentials): void }>();

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const askInWindow: Ask = (place, isRefused) => {
  const key = randomUUID();
  const window = makeWindow('plain', { width: 440, height: 400 });
  const { promise, resolve } = Promise.withResolvers<Credentials | undefined>();
  questions.set(key, { page: pageOf(place, isRefused, PATH + key), answer: resolve });
  stayOn(window, APP_ORIGIN + PATH + key, () => resolve(undefined));
  return promise.finally(() => {
    questions.delete(key);
    // Not inside of the request that brought the answer.
    setImmediate(() => !window.isDestroyed() && window.destroy());
  });
};

/** Loads the address, and goes nowhere else. A window that is closed, or shows nothing, declines. */
function stayOn(window: BrowserWindow, address: string, decline: () => void): void {
  const { webContents: contents } = window;
  // Reload and the like are for the app's window.
  window.removeMenu();
  window.once('ready-to-show', () => window.show());
  window.once('closed', decline);
  contents.on('render-process-gone', decline);
  contents.on('did-fail-load', (_event, _code, _description, _url, isMainFrame) => isMainFrame && decline());
  contents.on('will-frame-navigate', (event) => {
    if (!event.url.startsWith(address)) event.preventDefault();
  });
  contents.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') decline();
  });
  contents.loadURL(address).catch(decline);
}

/** The page of a question, and what is done with it. Sees every method. */
export const authenticationPage: Handler = (request, path) => {
  const question = path.startsWith(PATH) ? questions.get(path.slice(PATH.length)) : undefined;
  if (!question) return undefined;
  if (request.method === 'POST') return submit(request, question.answer);
  if (new URL(request.url).search !== '') question.answer();
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
  };
  return new Response(question.page, { headers });
};

async function submit(request: Request, answer: (found: Credentials) => void): Promise<Response> {
  const form = await request.formData();
  const field = (name: string) => String(form.get(name) ?? '');
  answer({ username: field('username'), password: field('password') });
  return new Response(null, { status: 204 });
}

function pageOf({ isProxy, host, realm }: Place, isRefused: boolean, path: string): string {
  const [heading, words] = isProxy ? [texts.proxy, texts.proxyWords] : [texts.server, texts.serverWords];
  const notice = isRefused ? `<p role="alert">${escapeHtml(texts.refused)}</p>` : '';
  const says = realm ? `<p>${escapeHtml(texts.realm(realm))}</p>` : '';
  const field = (name: string, type: string, label: string, more = '') =>
    `<label>${escapeHtml(label)}<input name="${name}" type="${type}" autocomplete="off" ${more}></label>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${texts.title} – ${app.name}`)}</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(words(host))}</p>
${says}${notice}
<form method="post" action="${path}">
${field('username', 'text', texts.username, 'autofocus spellcheck="false"')}
${field('password', 'password', texts.password)}
<div><button>${escapeHtml(texts.signIn)}</button><a href="${path}?cancel">${escapeHtml(texts.cancel)}</a></div>
</form>
</main>
</body>
</html>`;
}
