import type { Plugin } from 'vite';

const DEFAULTS = /\/@sentry\/electron\/esm\/main\/sdk\.js$/;

/**
 * What main's start does not need of the SDK's default integrations, and what stands there instead.
 * - The culture context asks Intl for a date in Spanish, which takes as long as a fifth of main's whole start;
 *   `withoutWaiting` (electron/telemetry/outbox/promptCapture.ts) adds it to the first event.
 * - Source lines and the SDK's own preload are left out by telemetry anyway: here they are not even bundled.
 */
const EDITS: readonly [from: string, to: string][] = [
  [
    'nodeContextIntegration({ cloudResource: false })',
    'nodeContextIntegration({ cloudResource: false, culture: false })',
  ],
  ['contextLinesIntegration(),', ''],
  ['preloadInjectionIntegration(),', ''],
];

/** Takes out of the SDK's default integrations in main what costs at start. Fails the build if they have changed. */
export function sdkDefaults(): Plugin {
  return {
    name: 'holdfast:sdk-defaults',
    transform: {
      filter: { id: DEFAULTS },
      handler(code, id) {
        return EDITS.reduce((edited, [from, to]) => {
          if (edited.split(from).length !== 2)
            this.error(
              `${id} does not hold "${from}" once: look at what the SDK does now, and at EDITS in sdk.ts.`,
            );
          return edited.replace(from, to);
        }, code);
      },
    },
  };
}
