import type { Fault } from './fault.ts';
import { SCRIPT_SENTENCE, titleOf } from './faultText.ts';
import { redact, redactPath } from './secretPatterns/redact.ts';

export interface About {
  app?: string;
  userAgent?: string;
}

/**
 * A fault's technical text under Details, to be copied: a line for each known fact, then its own detail. In English and
 * redacted, because users send it to others; the report id stays. A time of 0 is of a document made before the fault.
 */
export function detailsOf(fault: Fault, about: About = {}): string {
  const coded = fault.code === undefined ? titleOf(fault) : `${fault.code}: ${titleOf(fault)}`;
  const lines = [
    fault.kind === 'script' ? SCRIPT_SENTENCE : coded,
    `Path: ${redactPath(fault.url)}`,
    fault.at > 0 ? `Time: ${new Date(fault.at).toISOString()}` : '',
    `Kind: ${fault.kind}`,
    fault.reportId ? `Report ID: ${fault.reportId}` : '',
    about.app ? `App: ${about.app}` : '',
    about.userAgent ? `System: ${about.userAgent}` : '',
  ].filter(Boolean);
  return [...lines, ...(fault.detail ? ['', redact(fault.detail)] : [])].join('\n');
}
