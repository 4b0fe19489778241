import type { Fault } from './fault.ts';
import { SCRIPT_SENTENCE, textOf, titleOf } from './faultText.ts';
import { redact, redactPath } from './redact.ts';
import * as TEXTS from './texts.ts';

/** What a fault does not contain: the app and the machine. */
export interface About {
  /** The app's name and version, such as `Holdfast 0.1.0`. */
  app?: string;
  userAgent?: string;
}

/** How much of a report's id is shown: enough for a person to read out. Details hold all 32 characters. */
const SHOWN_ID = 8;

function reportLine({ reportId }: Fault, length?: number): string {
  return reportId ? TEXTS.errorPage.reportId({ id: reportId.slice(0, length) }) : '';
}

/** What users read out to support: the beginning of the report's id, and the code if the heading does not show it. */
export function codeLine(fault: Fault): string {
  const isShown = fault.code === undefined || textOf(fault).status !== undefined;
  return [isShown ? '' : String(fault.code), reportLine(fault, SHOWN_ID)].filter(Boolean).join('\u00a0· ');
}

function firstLine(fault: Fault): string {
  if (fault.kind === 'script') return SCRIPT_SENTENCE;
  return fault.code === undefined ? titleOf(fault) : `${fault.code}: ${titleOf(fault)}`;
}

/**
 * A fault's technical text: the error page shows it under Details, and Copy details copies it. One `name: value` line
 * for each known fact, then an empty line and the fault's own detail. Always in English, because users send it to
 * others; path and detail are redacted for the same reason. The report id stays, so that users can quote it. A time of
 * 0 is left out: the document was made before the fault.
 */
export function detailsOf(fault: Fault, about: About = {}): string {
  const lines = [
    firstLine(fault),
    `Path: ${redactPath(fault.url)}`,
    fault.at > 0 ? `Time: ${new Date(fault.at).toISOString()}` : '',
    `Kind: ${fault.kind}`,
    TEXTS.inEnglish(() => reportLine(fault)),
    about.app ? `App: ${about.app}` : '',
    about.userAgent ? `System: ${about.userAgent}` : '',
  ].filter(Boolean);
  return [...lines, ...(fault.detail ? ['', redact(fault.detail)] : [])].join('\n');
}
