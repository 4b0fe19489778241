import type { Plugin } from 'vite';

interface Edit {
  file: RegExp;
  from: string;
  to: string;
}

const DEFAULTS = /\/@sentry\/electron\/esm\/main\/sdk\.js$/;
const TRACING = /\/@sentry\/node\/build\/esm\/sdk\/initOtel\.js$/;

/**
 * Parts of the SDK in main that the app does not use or replaces, and that cost at every start: V8 reads all of main
 * before its first line runs.
 */
const EDITS: readonly Edit[] = [
  // Asks Intl for a date in Spanish, a fifth of main's whole start. `syncIntegrations` (telemetry/syncIntegrations.ts)
  // adds the culture context to the first event.
  {
    file: DEFAULTS,
    from: 'nodeContextIntegration({ cloudResource: false })',
    to: 'nodeContextIntegration({ cloudResource: false, culture: false })',
  },
  // Telemetry leaves these out anyway, or they do nothing without an option that it does not set.
  { file: DEFAULTS, from: 'contextLinesIntegration(),', to: '' },
  { file: DEFAULTS, from: 'preloadInjectionIntegration(),', to: '' },
  { file: DEFAULTS, from: 'screenshotsIntegration(),', to: '' },
  { file: DEFAULTS, from: 'localVariablesIntegration(),', to: '' },
  // The outbox is the transport.
  { file: DEFAULTS, from: 'transport: makeElectronOfflineTransport(),', to: '' },
  // The SDK's own tracer is its default; OpenTelemetry's needs an option.
  {
    file: TRACING,
    from: 'client.getOptions().openTelemetryBasicTracerProvider || !!options.spanProcessors?.length',
    to: 'false',
  },
];

/** Takes out of the SDK in main what its start can do without. Fails the build if the SDK has changed there. */
export function leanSdk(): Plugin {
  return {
    name: 'holdfast:lean-sdk',
    // Tests run with the SDK as it is, and with other versions of it beside.
    apply: 'build',
    transform: {
      filter: { id: [DEFAULTS, TRACING] },
      handler(code, id) {
        const edited = EDITS.filter(({ file }) => file.test(id)).reduce((text, { from, to }) => {
          if (text.split(from).length !== 2)
            this.error(
              `${id} does not hold "${from}" once: look at what the SDK does now, and mend EDITS in sdk.ts.`,
            );
          return text.replace(from, to);
        }, code);
        // No line is added or removed: the map stays right.
        return { code: edited, map: null };
      },
    },
  };
}
