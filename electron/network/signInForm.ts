/** A window that asks for a user name and password with a form without script; main serves it and reads the answer. */
import { app } from 'electron';
import type { Handler } from '../protocol/handler.ts';
import { type AppResponse, readText } from '../protocol/message.ts';
import { html, plainPage } from '../protocol/plainPage.ts';
import { SHELL_PATH } from '../shared/channels.ts';
import * as TEXTS from '../shared/texts.ts';
import { makeWindow } from '../window/createWindow.ts';
import { showOnly } from '../window/showOnly.ts';
import type { Credentials, Place } from './credentials.ts';
import css from './form.css?inline';

const texts = TEXTS.authentication;

const PATH = `${SHELL_PATH}form/`;

interface Question {
  place: Place;
  isRefused: boolean;
  answer(credentials?: Credentials): void;
}

/** The open questions, by the key in their address, which the app's pages do not know. */
const questions = new Map<string, Question>();

/** Whether the user is being asked. */
export const isAsking = () => questions.size > 0;

/**
 * Resolves to undefined if the user cancels or closes the window, or if it cannot be shown.
 * @param isRefused whether an earlier answer was refused
 */
export function askCredentials(place: Place, isRefused: boolean): Promise<Credentials | undefined> {
  const path = PATH + crypto.randomUUID();
  const window = makeWindow('plain', { width: 440, height: 400 });
  const { promise, resolve } = Promise.withResolvers<Credentials | undefined>();
  const cancel = () => resolve(undefined);
  questions.set(path, { place, isRefused, answer: resolve });
  // Reload and similar items are for the app's window.
  if (process.platform !== 'darwin') window.removeMenu();
  window.once('closed', cancel);
  showOnly(window, path, cancel);
  return promise.finally(() => {
    questions.delete(path);
    // Not inside the request that brought the answer.
    setImmediate(() => !window.isDestroyed() && window.destroy());
  });
}

/** Serves a question's page and handles its answer. Sees every method. */
export const signInForm: Handler = (request, path) => {
  const question = questions.get(path);
  if (!question) return undefined;
  if (request.method === 'POST') {
    return readText(request).then((text) => {
      const form = new URLSearchParams(text);
      question.answer({ username: form.get('username') ?? '', password: form.get('password') ?? '' });
      return { status: 204, headers: {}, body: null };
    });
  }
  if (new URL(request.url).search !== '') question.answer();
  return pageOf(question, path);
};

function pageOf({ place, isRefused }: Question, path: string): AppResponse {
  const { heading, words } = place.isProxy ? texts.proxy : texts.server;
  const content = html`<p>${words({ host: place.host })}</p>
${place.realm ? html`<p>${texts.realm({ realm: place.realm })}</p>` : ''}
${isRefused ? html`<p role="alert">${texts.refused}</p>` : ''}
<form method="post" action="${path}">
<label>${texts.username}<input name="username" autocomplete="off" autofocus spellcheck="false"></label>
<label>${texts.password}<input name="password" autocomplete="off" type="password"></label>
<div class="actions"><button>${texts.signIn}</button><a href="${path}?cancel">${TEXTS.dialogs.cancel}</a></div>
</form>`;
  return plainPage({ title: `${heading} – ${app.name}`, heading, content, css, formAction: "'self'" });
}
