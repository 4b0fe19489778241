/** Authenticates main's requests to proxies and the app's own servers. Credentials are kept for this run only. */
import {
  app,
  type ClientRequest,
  type ClientRequestConstructorOptions,
  net,
  type WebContents,
  webContents,
} from 'electron';
import { trustedId } from '../../common/trusted.ts';
import { awaitedBy, setupClientCertificates } from './clientCertificate.ts';
import { authPlaceOf, CredentialStore, type Credentials } from './credentials.ts';
import { askCredentials } from './signInForm.ts';
import { askerFor, watchVisits } from './visits.ts';

let servers: readonly string[] = [];
let whenSignedIn: () => void = () => undefined;

const credentials = new CredentialStore(async (...question) => {
  const found = await askCredentials(...question);
  // Requests that failed or are waiting, such as reports, can be sent now.
  if (found) setImmediate(whenSignedIn);
  return found;
});

/**
 * Like `net.request`, with authentication where it is required. Without credentials the response is 401, or 407 from a
 * proxy.
 * @param mayAsk whether to ask the user, because the page in the window is waiting for the response
 */
export function request(options: ClientRequestConstructorOptions, mayAsk: boolean): ClientRequest {
  const made = net.request(options);
  if (mayAsk) awaitedBy(made, String(options.url));
  let tried: Credentials | undefined;
  made.on('login', async (info, answer) => {
    const place = authPlaceOf(info, servers);
    tried = place && (await credentials.find(place, tried, mayAsk ? pageAsks() : undefined));
    answer(tried?.username, tried?.password);
  });
  return made;
}

/** The page in the window asks main, which asks the server. */
function pageAsks() {
  const id = trustedId();
  return askerFor(id === undefined ? undefined : webContents.fromId(id));
}

/**
 * @param own the origins of the app's own servers
 * @param signedIn called after the user has signed in somewhere
 * @param isRepeating see `watchVisits`
 */
export function setupAuthentication(
  own: readonly string[],
  signedIn: () => void,
  isRepeating: (contents: WebContents) => boolean,
): void {
  servers = own;
  setupClientCertificates(own);
  whenSignedIn = signedIn;
  // Chromium's own requests have no contents, and no user waits for them.
  app.on('login', async (event, contents, details, info, answer) => {
    const place = contents && authPlaceOf(info, servers);
    if (!place) return;
    event.preventDefault();
    const asker = askerFor(contents);
    const known = details.firstAuthAttempt ? undefined : await credentials.find(place, undefined, undefined);
    const found = await credentials.find(place, known, asker);
    answer(found?.username, found?.password);
  });
  watchVisits(isRepeating);
}
