/** A window that asks the user by a form without script, which main serves and reads. */
import { randomUUID } from 'node:crypto';
import { app } from 'electron';
import type { Handler } from '../protocol/handler.ts';
import { type Html, html, plainPage } from '../protocol/plainPage.ts';
import * as TEXTS from '../shared/texts.ts';
import { makeWindow } from '../window/createWindow.ts';
import { showOnly } from '../window/showOnly.ts';
import css from './form.css?inline';

const PATH = '/_holdfast/form/';

export interface Form {
  heading: string;
  /** A paragraph each. */
  words: readonly string[];
  /** As `words`, but said at once. */
  alert?: string | undefined;
  fields: readonly Html[];
  button: string;
}

/** What is asked now, by the key in its address, which no page of the app knows. */
const questions = new Map<string, { form: Form; answer(form?: FormData): void }>();

/** Resolves to what the user has filled in; to undefined if the user cancels or closes the window, or it is not shown. */
export function askByForm(form: Form): Promise<FormData | undefined> {
  const path = PATH + randomUUID();
  const window = makeWindow('plain', { width: 440, height: 400 });
  const { promise, resolve } = Promise.withResolvers<FormData | undefined>();
  const cancel = () => resolve(undefined);
  questions.set(path, { form, answer: resolve });
  // Reload and the like are for the app's window.
  window.removeMenu();
  window.once('closed', cancel);
  window.webContents.on('before-input-event', (_event, { type, key }) => {
    if (type === 'keyDown' && key === 'Escape') cancel();
  });
  showOnly(window, path, cancel);
  return promise.finally(() => {
    questions.delete(path);
    // Not inside of the request that brought the answer.
    setImmediate(() => !window.isDestroyed() && window.destroy());
  });
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
  return pageOf(question.form, path);
};

function pageOf({ heading, words, alert, fields, button }: Form, path: string): Response {
  const content = html`${words.map((text) => html`<p>${text}</p>`)}
${alert ? html`<p role="alert">${alert}</p>` : ''}
<form method="post" action="${path}">
${fields}
<div class="actions"><button>${button}</button><a href="${path}?cancel">${TEXTS.dialogs.cancel}</a></div>
</form>`;
  return plainPage({ title: `${heading} – ${app.name}`, heading, content, css, formAction: "'self'" });
}
