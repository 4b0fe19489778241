/** An SDK of the app's own that started after Holdfast's: see appSdk.ts, which finds one that comes first. */
import type { Client } from '@sentry/core';
import { TUNNEL_PATH } from '../../electron/shared/channels.ts';
import { startedSdks } from './unofficial.ts';

/** Tells the app's developer about it: each error is reported twice. @param own Holdfast's */
export function warnOfSecond(own: Client | undefined): void {
  if (startedSdks().some(({ client }) => client !== own))
    console.warn(
      `Holdfast's Sentry ran before Sentry.init of this page, and both report. Call it while the page loads, with tunnel: '${TUNNEL_PATH}'.`,
    );
}
