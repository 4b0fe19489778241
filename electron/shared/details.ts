import { config } from '../config.ts';
import type { Fault } from './fault.ts';
import { redact, redactPath } from './redact.ts';
import * as TEXTS from './texts.ts';

/** What a fault itself does not know: the app and the machine that shows it. */
export interface About {
  /** The app's version, such as `0.1.0`. */
  version?: string;
  userAgent?: string;
}

/** The line that the user reads out to whoever helps, or nothing while the fault has no report. */
export function reportLine(fault: Fault): string {
  return fault.reportId ? TEXTS.errorPage.reportId(fault.reportId) : '';
}

/**
 * The technical text of a fault: what the error page shows under Details, and what Copy details copies.
 * One `name: value` line for each thing that is known, then the fault's own detail after an empty line.
 * It leaves the machine in the user's hands, so path and detail are redacted; the report id is to be quoted.
 * A time of 0 stands for a document that was made before there was a fault, and is left out.
 */
export function detailsOf(fault: Fault, about: About = {}): string {
  const lines = [
    fault.code === undefined ? fault.title : `${fault.code}: ${fault.title}`,
    `Path: ${redactPath(fault.url)}`,
    fault.at > 0 ? `Time: ${new Date(fault.at).toISOString()}` : '',
    `Kind: ${fault.kind}`,
    reportLine(fault),
    about.version ? `App: ${config.name} ${about.version}` : '',
    about.userAgent ? `System: ${about.userAgent}` : '',
  ].filter(Boolean);
  return [...lines, ...(fault.detail ? ['', redact(fault.detail)] : [])].join('\n');
}
