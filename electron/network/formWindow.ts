/** A window that asks the user by a form without script, which main serves and reads. */
import { createHash, randomUUID } from 'node:crypto';
import { app, type BrowserWindow } from 'electron';
import type { Handler } from '../protocol/index.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { escapeHtml } from '../shared/document.ts';
import * as TEXTS from '../shared/texts.ts';
import { makeWindow } from '../window/createWindow.ts';
import css from './form.css?inline';

const PATH = '/_holdfast/form/';

export interface Form {
  heading: string;
  /** A paragraph each. */
  words: readonly string[];
  /** As `words`, but said at once. */
  alert?: string | undefined;
  /** Markup. */
  fields: string;
  button: string;
}

/** What is asked now, by the key in its address, which no page of the app knows. */
const questions = new Map<string, { page: string; answer(form?: FormData): void }>();

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Resolves to what the user has filled in; to undefined if the user cancels or closes the window, or it is not shown. */
export function askByForm(form: Form): Promise<FormData | undefined> {
  const path = PATH + randomUUID();
  const window = makeWindow('plain', { width: 440, height: 400 });
  const { promise, resolve } = Promise.withResolvers<FormData | undefined>();
  questions.set(path, { page: pageOf(form, path), answer: resolve });
  stayOn(window, APP_ORIGIN + path, () => resolve(undefined));
  return promise.finally(() => {
    questions.delete(path);
    // Not inside of the request that brought the answer.
    setImmediate(() => !window.isDestroyed() && window.destroy());
  });
}

/** Loads the address, and goes nowhere else. */
function stayOn(window: BrowserWindow, address: string, cancel: () => void): void {
  const { webContents: contents } = window;
  // Reload and the like are for the app's window.
  window.removeMenu();
  window.once('ready-to-show', () => window.show());
  window.once('closed', cancel);
  contents.on('render-process-gone', cancel);
  contents.on('did-fail-load', (_event, _code, _description, _url, isMainFrame) => isMainFrame && cancel());
  contents.on('will-frame-navigate', (event) => {
    if (!event.url.startsWith(address)) event.preventDefault();
  });
  contents.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') cancel();
  });
  contents.loadURL(address).catch(cancel);
}

/** The page of a question, and what is done with it. Sees every method. */
export const formPage: Handler = (request, path) => {
  const question = questions.get(path);
  if (!question) return undefined;
  if (request.method === 'POST') {
    return request.formData().then((form) => {
      question.answer(form);
      return new Response(null, { status: 204 });
    });
  }
  if (new URL(request.url).search !== '') question.answer();
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
  };
  return new Response(question.page, { headers });
};

function pageOf({ heading, words, alert, fields, button }: Form, path: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${heading} – ${app.name}`)}</title>
<style>${css}</style>
</head>
<body>
<main>
<h1>${escapeHtml(heading)}</h1>
${words.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}
${alert ? `<p role="alert">${escapeHtml(alert)}</p>` : ''}
<form method="post" action="${path}">
${fields}
<div><button>${escapeHtml(button)}</button><a href="${path}?cancel">${escapeHtml(TEXTS.authentication.cancel)}</a></div>
</form>
</main>
</body>
</html>`;
}
