/** `holdfast/sentry`: the limits on reports for an Electron app that exists already. What holds there: README.md. */
import { AsyncResource } from 'node:async_hooks';
import { type ElectronMainOptions, getClient } from '@sentry/electron/main';
import { app, net } from 'electron';
import * as v from 'valibot';
import { createCounters, type Trail } from '../shared/limitValues/limits.ts';
import type { RedactKeys } from '../shared/secretPatterns/secretNames.ts';
import { openOutbox } from './outbox/open.ts';
import { createReports } from './reports.ts';
import { eraseReports } from './saved.ts';
import { limitRequests } from './sentry/traceHeaders.ts';

/** `on`: reports are sent. `ask`: they wait on disk for `on`. `off`: none are made, and what waits is erased. */
export type Consent = 'on' | 'ask' | 'off';

export interface LimitedOptions {
  /** What the user has chosen so far. */
  consent: Consent;
  /** Default: the newest 100. A report has at most 1 MB. */
  breadcrumbs?: Trail;
  /** Reports of one defect per hour. Default: 100. */
  reportsPerHour?: number;
  /** Reports of all defects per day. Default: 1,000. */
  reportsPerDay?: number;
  /** Names of values that reports keep, and names that they remove in addition to passwords and similar ones. */
  redact?: RedactKeys;
  /** Logs one line about a problem. Default: `console.error`. */
  log?: (line: string) => void;
}

/** The version of @sentry/electron that the tests run with. */
const TESTED = /^7\.20\./;

const atLeast = (least: number) => v.optional(v.pipe(v.number(), v.integer(), v.minValue(least)));
/** What a wrong type of a JavaScript caller would break later. */
const OPTIONS = v.looseObject({
  consent: v.picklist(['on', 'ask', 'off']),
  breadcrumbs: v.optional(v.looseObject({ most: atLeast(1) })),
  reportsPerHour: atLeast(1),
  reportsPerDay: atLeast(10),
});

/** What a page's SDK writes to its console if it has no preload script, as with 7.10. */
const UNHEARD = /^Sentry SDK failed to establish connection/;

let apply: ((consent: Consent) => void) | undefined;

/** The user has chosen. Takes effect at once. @throws Error if `off` cannot erase everything */
export function setConsent(consent: Consent): void {
  apply?.(consent);
}

/**
 * Returns the options for `Sentry.init`, with the limits. Call it once, before Electron is ready. Without a DSN reports are
 * off, as in the SDK. @throws Error that names the option that cannot be used, and what it may be
 */
export function limited(
  sdk: ElectronMainOptions & { release: string },
  options: LimitedOptions,
): ElectronMainOptions {
  const { breadcrumbs = {}, consent, redact = {}, log = console.error, ...rateLimits } = options;
  const { dsn } = sdk;
  if (!dsn) {
    log('Reports are off: "dsn" is not set.');
    return sdk;
  }
  const [issue] = v.safeParse(OPTIONS, options).issues ?? [];
  if (issue) throw new Error(`limited: "${v.getDotPath(issue)}": ${issue.message}.`);
  if (!URL.canParse(dsn)) throw new Error('limited: "dsn" is not an address, such as https://key@host/1.');
  if (!sdk.release) throw new Error('limited: "release" is not set, such as "shop@1.2.3".');
  if (apply) throw new Error('limited: it was called before; an app has one outbox.');
  const userData = app.getPath('userData');
  const counters = createCounters();
  const ask = (options: Electron.ClientRequestConstructorOptions) => net.request(options);
  const outbox = openOutbox(userData, consent, ask, (until) => reports.replaysLimited(until));
  const reports = createReports({
    // biome-ignore lint/plugin: the SDK's own default
    sentry: { environment: app.isPackaged ? 'production' : 'development', ...sdk, dsn },
    ...{ breadcrumbs, reports: consent, userData, log, counters, outbox },
    guard: {
      accepted(_channel, { senderFrame }, args, schema) {
        const parsed = v.safeParse(schema, args);
        return senderFrame?.parent === null && parsed.success ? parsed.output : undefined;
      },
      refused: (channel, why) => log(`A message on ${channel} was refused: ${why}.`),
    },
    rateLimits,
    // A page's own recorder decides; the gate only limits what it sends.
    sample: { session: 1, onError: 1 },
    redaction: { redact, showsInputs: true },
    hasShell: false,
  });
  // An app may have set the one listener that Electron keeps for the headers of Chromium's requests.
  const setTrace = limitRequests(counters, [], () => undefined);
  // `off` forgets the whole app's user and tags, not those of a scope in which the app asks for it.
  apply = AsyncResource.bind((chosen: Consent) => {
    outbox.setMode(chosen);
    reports.setReports(chosen);
    setTrace(chosen === 'on' ? () => ({}) : undefined);
    if (chosen === 'off') eraseReports(outbox, userData, app.getPath('crashDumps'), () => reports.forget());
  });
  sayIfUnheard(log);
  void app.whenReady().then(() => {
    const version = getClient()?.getSdkMetadata()?.sdk?.version ?? 'unknown';
    if (!TESTED.test(version))
      log(`holdfast/sentry was tested with @sentry/electron 7.20, and this is ${version}.`);
    apply?.(consent);
  });
  return reports.sdkOptions;
}

/** Says once that a page cannot report: Sentry's SDK injects its preload script only from an unbundled main. */
function sayIfUnheard(log: (line: string) => void): void {
  let isSaid = false;
  app.on('web-contents-created', (_event, contents) => {
    // Before Electron 35 the message is the third argument.
    contents.on('console-message', ({ message }, ...before: unknown[]) => {
      if (isSaid || !UNHEARD.test(message ?? String(before[1]))) return;
      isSaid = true;
      log(
        "No report of a page arrives: its window has no preload script of Sentry. Add import '@sentry/electron/preload' to the window's preload script, and bundle that script.",
      );
    });
  });
}
