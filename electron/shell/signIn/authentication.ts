/** Authenticates main's requests to proxies and the app's own server. Credentials are kept for this run only. */
import { app, type ClientRequestConstructorOptions, net, type WebContents } from 'electron';
import * as TEXTS from '../../shared/texts.ts';
import { Html, html } from '../protocol/plainPage.ts';
import { actions, askForm, formPage } from '../window/form.ts';
import { setupClientCertificates } from './clientCertificate.ts';
import { type Asker, type AuthPlace, authPlaceOf, type Credentials, credentialStore } from './credentials.ts';
import { askerFor, watchVisits } from './visits.ts';

const texts = TEXTS.authentication;
const AUTOFOCUS = new Html(' autofocus');

let server: string | undefined;
let whenSignedIn: () => void = () => undefined;
/** Whether the user was asked to sign in to a proxy, and did not. */
let isProxyClosed = false;

const findCredentials = credentialStore(async (...question) => {
  const found = await askCredentials(...question);
  // Requests that failed or are waiting, such as reports, can be sent now.
  if (found) setImmediate(whenSignedIn);
  return found;
});

/** Like `net.request`, with what the user has typed where a sign-in is required. Nobody is asked: without it, 401 or 407. */
export function request(options: ClientRequestConstructorOptions) {
  const made = net.request(options);
  let tried: Credentials | undefined;
  made.on('login', async (info, answer) => {
    const place = authPlaceOf(info, server);
    tried = place && (await findCredentials(place, tried));
    answer(tried?.username, tried?.password);
  });
  return made;
}

/** @param own the origin of the app's own server @param signedIn called each time the user has signed in somewhere */
export function setupAuthentication(
  own: string | undefined,
  signedIn: () => void,
  isRepeating: (contents: WebContents) => boolean,
): void {
  server = own;
  setupClientCertificates(own);
  whenSignedIn = signedIn;
  // Chromium's own requests have no contents, and no user waits for them.
  app.on('login', async (event, contents, details, info, answer) => {
    const place = contents && authPlaceOf(info, server);
    if (!place) return;
    event.preventDefault();
    const asker = askerFor(contents);
    const known = details.firstAuthAttempt ? undefined : await findCredentials(place);
    const found = await findCredentials(place, known, asker);
    if (place.isProxy) isProxyClosed = !found;
    answer(found?.username, found?.password);
  });
  watchVisits(isRepeating);
}

/** Chromium says of a proxy that nobody signs in to only that it did not pass the request on. */
export const namedError = (name: string): string =>
  isProxyClosed && name === 'ERR_TUNNEL_CONNECTION_FAILED' ? 'ERR_PROXY_AUTH_REQUESTED' : name;

/** Asks in a window. Resolves to undefined without an answer, or if the page that asks is gone. @param refused an earlier one */
function askCredentials(
  { isProxy, host, realm }: AuthPlace,
  refused: Credentials | undefined,
  { page, isQuiet }: Pick<Asker, 'page' | 'isQuiet'>,
): Promise<Credentials | undefined> {
  const { heading, words } = isProxy ? texts.proxy : texts.server;
  const { window, answer } = askForm<Credentials>((fields, action) => {
    const username = fields.get('username');
    if (username !== null) return { answer: { username, password: fields.get('password') ?? '' } };
    const content = html`<p>${words({ host })}</p>
${realm ? html`<p>${texts.realm({ realm })}</p>` : ''}
<form method="post" action="${action}">
<label>${texts.username}<input name="username" value="${refused?.username ?? ''}" aria-describedby="problem" autocomplete="off"${refused?.username ? '' : AUTOFOCUS} spellcheck="false"></label>
<label>${texts.password}<input name="password" autocomplete="off"${refused?.username ? AUTOFOCUS : ''} type="password"></label>
${refused ? html`<p role="alert" id="problem">${texts.refused}</p>` : ''}
${actions(TEXTS.errorPage.signIn)}
</form>`;
    return formPage(heading, content);
  }, isQuiet);
  const close = () => window.destroy();
  page.addEventListener('abort', close);
  return answer.finally(() => page.removeEventListener('abort', close));
}
