import type { Fault } from './fault.ts';
import { textOf, titleOf } from './faultText.ts';
import { redact, redactPath } from './redact.ts';
import * as TEXTS from './texts.ts';

/** What a fault does not know itself: the app and the machine. */
export interface About {
  /** The app's name and version, such as `Holdfast 0.1.0`. */
  app?: string;
  userAgent?: string;
}

function reportLine({ reportId }: Fault): string {
  return reportId ? TEXTS.errorPage.reportId({ id: reportId }) : '';
}

/** What the user reads out to support: a code that the heading does not show, and the report's id. */
export function codeLine(fault: Fault): string {
  const isShown = fault.code === undefined || textOf(fault).status !== undefined;
  return [isShown ? '' : String(fault.code), reportLine(fault)].filter(Boolean).join(' · ');
}

/**
 * A fault's technical text: what the error page shows under Details, and what Copy details copies.
 * One `name: value` line for each known fact, then the fault's own detail after an empty line.
 * Always in English: users send it to others. So path and detail are redacted; the report id is meant to be quoted.
 * A time of 0 means that the document was made before there was a fault, and is left out.
 */
export function detailsOf(fault: Fault, about: About = {}): string {
  const lines = [
    fault.code === undefined ? titleOf(fault) : `${fault.code}: ${titleOf(fault)}`,
    `Path: ${redactPath(fault.url)}`,
    fault.at > 0 ? `Time: ${new Date(fault.at).toISOString()}` : '',
    `Kind: ${fault.kind}`,
    TEXTS.inEnglish(() => reportLine(fault)),
    about.app ? `App: ${about.app}` : '',
    about.userAgent ? `System: ${about.userAgent}` : '',
  ].filter(Boolean);
  return [...lines, ...(fault.detail ? ['', redact(fault.detail)] : [])].join('\n');
}
