/** Windows with a form without script; main serves it and reads what is sent. */
import { app, type BrowserWindow } from 'electron';
import { type AppResponse, readBody } from '../../common/message.ts';
import { SHELL_PATH } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { Handler } from '../protocol/handler.ts';
import { type Html, html, plainPage } from '../protocol/plainPage.ts';
import { focusWindow } from './createWindow.ts';
import { showOnly } from './showOnly.ts';

const PATH = `${SHELL_PATH}form/`;

/** What the window shows next, or the answer with which it closes. */
type Step<A> = AppResponse | { answer: A };

/** Handles one request. @param fields what was sent, or is in the query; empty at first @param action where the form leads */
type Take<A> = (fields: URLSearchParams, action: string) => Step<A> | Promise<Step<A>>;

/** The open forms, by the key in their address, which the app's pages do not know. */
const forms = new Map<string, (fields: URLSearchParams) => Promise<AppResponse>>();

/**
 * Opens a form. The answer is undefined if the user cancels or closes the window, or if it cannot be shown.
 * @param isQuiet whether it must not take the focus, asked when it is shown
 */
export function askForm<A>(take: Take<A>, isQuiet?: () => boolean) {
  const path = PATH + crypto.randomUUID();
  const { promise, resolve } = Promise.withResolvers<A | undefined>();
  const cancel = () => resolve(undefined);
  forms.set(path, async (fields) => {
    if (fields.has('cancel')) cancel();
    const step = await take(fields, path);
    if ('status' in step) return step;
    resolve(step.answer);
    return { status: 204, headers: {}, body: null };
  });
  const window = showOnly(path, { width: 440, height: 400 }, cancel, isQuiet).once('closed', cancel);
  const answer = promise.finally(() => {
    forms.delete(path);
    // Not inside the request that brought the answer.
    setImmediate(() => !window.isDestroyed() && window.destroy());
  });
  return { window, answer };
}

const pages = new Map<string, BrowserWindow>();

/** Opens a page, once at a time: any page can ask for some. Returns undefined if it is open, which comes to the front. */
export function showForm<A = never>(name: string, take: Take<A>, size?: readonly [number, number]) {
  const known = pages.get(name);
  if (known) return void focusWindow(known);
  const form = askForm(take);
  pages.set(name, form.window);
  if (size) form.window.setContentSize(...size);
  void form.answer.then(() => pages.delete(name));
  return form;
}

/** Serves the forms' pages and takes what is sent. Sees every method. */
export const formPages: Handler = (request, path) => {
  const take = forms.get(path);
  if (!take) return undefined;
  if (request.method === 'POST')
    return readBody(request, Infinity).then((body) => take(new URLSearchParams(String(body))));
  return take(new URL(request.url).searchParams);
};

export const formPage = (title: string, content: Html, heading = title): AppResponse =>
  plainPage(`${title} – ${app.name}`, heading, content);

/** The last line of a form: its button, and the one beside it. @param other the name under which that one is sent */
export const actions = (button: string, other = 'cancel'): Html =>
  html`<div class="actions"><button autofocus>${button}</button><button name="${other}">${TEXTS.dialogs.cancel}</button></div>`;
