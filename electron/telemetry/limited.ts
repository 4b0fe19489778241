/**
 * `holdfast/sentry`: the limits on reports for an Electron app that exists already. Its main process calls
 * `Sentry.init(limited({ dsn, release }, { consent: 'on' }))` before Electron is ready; its pages stay as Sentry
 * documents them. What holds there: README.md.
 */
import { app, net } from 'electron';
import * as v from 'valibot';
import { createCounters, type Trail } from '../shared/limits.ts';
import type { RedactKeys } from '../shared/redact.ts';
import { openOutbox } from './outbox/open.ts';
import { eraseReports } from './saved.ts';
import { limitRequests } from './sentry/requests.ts';
import { Reports, sdkVersion } from './start.ts';

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

let apply: ((consent: Consent) => void) | undefined;

/** The user has chosen. Takes effect at once. @throws Error if `off` cannot erase everything */
export function setConsent(consent: Consent): void {
  apply?.(consent);
}

/**
 * Returns the options for `Sentry.init`, with the limits. Call it once, before Electron is ready.
 * @param sdk the SDK's options, of which `dsn` and `release` are required
 * @throws Error if the DSN is not an address
 */
export function limited<T extends { dsn: string; release: string; environment?: string }>(
  sdk: T,
  { breadcrumbs = {}, consent, redact = {}, log = console.error, ...rateLimits }: LimitedOptions,
): T {
  const userData = app.getPath('userData');
  const counters = createCounters();
  const ask = (options: Electron.ClientRequestConstructorOptions) => net.request(options);
  const outbox = openOutbox(userData, consent, ask, (until) => reports.replaysLimited(until));
  const reports = new Reports({
    // biome-ignore lint/plugin: the SDK's own default
    sentry: { environment: app.isPackaged ? 'production' : 'development', ...sdk },
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
  apply = (chosen) => {
    outbox.setMode(chosen);
    reports.setReports(chosen);
    setTrace(chosen === 'on' ? () => ({}) : undefined);
    if (chosen === 'off') eraseReports(outbox, userData, app.getPath('crashDumps'), () => reports.forget());
  };
  void app.whenReady().then(() => {
    const version = sdkVersion();
    if (!TESTED.test(version))
      log(`holdfast/sentry was tested with @sentry/electron 7.20, and this is ${version}.`);
    apply?.(consent);
  });
  return reports.sdkOptions as T;
}
