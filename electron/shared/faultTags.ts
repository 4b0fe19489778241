/** The tags of a fault's report. Apart from the faults' words, of which the page script has none. */
import type { Fault } from './fault.ts';

/** Whichever process makes the report. */
export function tagsOf({ kind, code }: Pick<Fault, 'kind' | 'code'>): Record<string, string> {
  return { 'fault.kind': kind, ...(code !== undefined && { 'fault.code': String(code) }) };
}
