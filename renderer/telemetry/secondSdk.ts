/** The app's own SDK that started after Holdfast's; appSdk.ts finds one that starts first. */
import type { Client } from '@sentry/core';
import { TUNNEL_PATH } from '../../electron/shared/channels.ts';
import { startedSdks } from './pageInternals.ts';

/** Tells the app's developer that each error is reported twice. @param own Holdfast's */
export function warnOfSecond(own: Client | undefined): void {
  if (startedSdks().some(({ client }) => client !== own))
    console.warn(
      `Holdfast's Sentry started before this page's Sentry.init, and both report. Call Sentry.init while the page loads, with tunnel: '${TUNNEL_PATH}'.`,
    );
}
