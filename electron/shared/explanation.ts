/** The line under a fault's heading, the same in the page, in the page without script and in native dialogs. */
import type { Fault } from './fault.ts';
import { isClockWrong, wordsOf } from './faultText.ts';
import * as TEXTS from './texts.ts';

/** Says why it failed, or what helps: one to four short sentences. */
export function explanation(
  fault: Pick<Fault, 'kind' | 'code' | 'subject' | 'diskFull' | 'noPages' | 'at'>,
): string {
  if (fault.noPages) return TEXTS.errorPage.noPages;
  if (isClockWrong(fault)) return TEXTS.fault.clockWrong.words({ at: fault.at });
  const { words } = wordsOf(fault);
  const full = TEXTS.fault.main.ENOSPC;
  return fault.diskFull && words !== full.words ? `${words} ${full.title}. ${full.words}` : words;
}
