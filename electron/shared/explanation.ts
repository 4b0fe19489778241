/** The line under a fault's heading, the same in the page, in the page without script and in native dialogs. */
import type { Fault } from './fault.ts';
import { isClockWrong, wordsOf } from './faultText.ts';
import * as TEXTS from './texts.ts';

/**
 * Says why it failed or what helps, and whether the app tries again: one to three short sentences.
 * @param automatic whether the app retries by itself; undefined until main has reported it
 */
export function explanation(
  fault: Pick<Fault, 'kind' | 'code' | 'subject' | 'diskFull' | 'noPages' | 'at'>,
  automatic: boolean | undefined,
): string {
  if (fault.noPages) return TEXTS.errorPage.noPages;
  if (isClockWrong(fault)) return TEXTS.fault.clockWrong.words({ at: fault.at });
  const { words, retried = TEXTS.fault.retried } = wordsOf(fault);
  const full = TEXTS.fault.main.ENOSPC;
  return [
    words,
    fault.diskFull && words !== full.words && `${full.title}. ${full.words}`,
    automatic && retried,
  ]
    .filter(Boolean)
    .join(' ');
}
