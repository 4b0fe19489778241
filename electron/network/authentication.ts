/** Requests of main through proxies, and to the app's own server, that want a sign-in. It is kept for this run only. */
import { app, type ClientRequest, type ClientRequestConstructorOptions, net } from 'electron';
import { setupClientCertificates } from './clientCertificate.ts';
import { CredentialStore, type Credentials, placeOf } from './credentials.policy.ts';
import { askCredentials, signInForm } from './signInForm.ts';

let origin: string | undefined;
let whenSignedIn: () => void = () => undefined;

const credentials = new CredentialStore(async (place, isRefused) => {
  const found = await askCredentials(place, isRefused);
  // What failed meanwhile, and what waits, such as reports, can go now.
  if (found) setImmediate(whenSignedIn);
  return found;
});

/**
 * As `net.request`, signed in where that is wanted. Without a sign-in at the proxy it fails with
 * `net::ERR_PROXY_AUTH_REQUESTED`: what a proxy answers is no answer of the server.
 * @param mayAsk whether the user may be asked: something that the user waits for
 */
export function request(options: ClientRequestConstructorOptions, mayAsk: boolean): ClientRequest {
  const asked = net.request(options);
  let tried: Credentials | undefined;
  asked.on('login', async (info, answer) => {
    const place = placeOf(info, origin);
    tried = place && (await credentials.find(place, tried, mayAsk));
    if (tried) return answer(tried.username, tried.password);
    if (!place?.isProxy) return answer();
    asked.abort();
    asked.emit('error', new Error('net::ERR_PROXY_AUTH_REQUESTED'));
  });
  return asked;
}

/**
 * @param own the app's own server
 * @param signedIn the user has signed in somewhere
 * @returns the forms, for the protocol, and what a page that is loaded anew calls: it may ask for what was declined before
 */
export function setupAuthentication(own: string | undefined, signedIn: () => void) {
  origin = own;
  setupClientCertificates(own);
  whenSignedIn = signedIn;
  // Without a listener nothing is sent. Requests of Chromium itself have no contents, and nobody waits for them.
  app.on('login', async (event, contents, details, info, answer) => {
    const place = contents && placeOf(info, origin);
    if (!place) return;
    event.preventDefault();
    const known = details.firstAuthAttempt ? undefined : await credentials.find(place, undefined, false);
    const found = await credentials.find(place, known, true);
    answer(found?.username, found?.password);
  });
  return { forms: signInForm, askAgain: () => credentials.askAgain() };
}
