/**
 * The Sentry SDK that the app's own pages bring, where what it sends comes to main: through `tunnel`, or as
 * `@sentry/electron/renderer` does it. Holdfast's then stays away. Small: the page script has it too.
 */
import type { Client } from '@sentry/core';
import { TUNNEL_PATH } from '../../electron/shared/channels.ts';
import { SDK_NAMESPACE } from '../../electron/shared/telemetry.ts';
import { facade } from '../facade/facade.ts';
import { type Carrier, startedSdks } from './unofficial.ts';

let found: Carrier | undefined;
let isOver = false;

/** Finds it once it is there. What it captures from then on is known to the facade by its id. */
export function appSdk(): Carrier | undefined {
  if (found || isOver) return found;
  found = startedSdks().find(({ client }) => sendsToMain(client));
  found?.client.on('beforeSendEvent', (event, hint) => facade.know(hint?.originalException, event.event_id));
  return found;
}

/** Holdfast's own SDK starts: one that comes later is none of the app's. */
export function endSearch(): void {
  isOver = true;
}

function sendsToMain(client: Client): boolean {
  const { tunnel, ipcNamespace } = client.getOptions() as { tunnel?: string; ipcNamespace?: string };
  if (!tunnel) return ipcNamespace === SDK_NAMESPACE;
  return URL.parse(tunnel, location.href)?.pathname === TUNNEL_PATH;
}
