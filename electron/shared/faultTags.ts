/** The tags of a fault's report. Separate from the faults' texts, which the page script does not contain. */
import type { Fault } from './fault.ts';

export function tagsOf({ kind, code }: Pick<Fault, 'kind' | 'code'>): Record<string, string> {
  return { 'fault.kind': kind, ...(code !== undefined && { 'fault.code': String(code) }) };
}
