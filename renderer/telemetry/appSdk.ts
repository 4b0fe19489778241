/** The SDK of the app's own pages, if it sends to main: Holdfast's is then not loaded. Small: the page script has it too. */
import type { Client } from '@sentry/core';
import { TUNNEL_PATH } from '../../electron/shared/channels.ts';
import { SDK_NAMESPACE } from '../../electron/shared/telemetryMessages.ts';
import { facade } from '../facade/pageFacade.ts';
import { type Carrier, startedSdks } from './pageInternals.ts';

let found: Carrier | undefined;
let isOver = false;

/** Finds it once it has started. */
export function appSdk(): Carrier | undefined {
  if (found || isOver) return found;
  found = startedSdks().find(({ client }) => sendsToMain(client));
  if (found) learnIds(found.client);
  return found;
}

/** From now on the facade knows what the SDK captures by itself, so that an error page can show the report's id. */
export function learnIds(client: Client): void {
  client.on('beforeSendEvent', (event, hint) => facade.know(hint?.originalException, event.event_id));
}

/** Holdfast's own SDK starts: a later one does not belong to the app. */
export function endSearch(): void {
  isOver = true;
}

function sendsToMain(client: Client): boolean {
  const { tunnel, ipcNamespace } = client.getOptions() as { tunnel?: string; ipcNamespace?: string };
  if (!tunnel) return ipcNamespace === SDK_NAMESPACE;
  return URL.parse(tunnel, location.href)?.pathname === TUNNEL_PATH;
}

/** Tells the app's developer that each error is reported twice. @param own Holdfast's */
export function warnOfSecond(own: Client | undefined): void {
  if (startedSdks().some(({ client }) => client !== own))
    console.warn(
      `Holdfast's Sentry started before this page's Sentry.init, and both report. Call Sentry.init while the page loads, with tunnel: '${TUNNEL_PATH}'.`,
    );
}
