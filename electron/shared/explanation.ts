/** The plain words under a fault's title, the same in the page, the page without script and native dialogs. */
import { type Fault, wordsOf } from './fault.ts';
import * as TEXTS from './texts.ts';

/** Start of the UTC day on which the app was built, in ms since the epoch. Set by vite.config.ts. */
declare const BUILD_DAY: number;

/**
 * What happened, and what the app or the user does next: two to four short sentences.
 * @param automatic whether the app retries by itself; undefined until main has said
 */
export function explanation(
  fault: Pick<Fault, 'kind' | 'code' | 'subject' | 'url' | 'retryable' | 'diskFull' | 'at'>,
  automatic: boolean | undefined,
): string {
  const words = isClockWrong(fault) ? TEXTS.fault.clockWrong({ at: fault.at }) : wordsOf(fault).words;
  const full = TEXTS.fault.main.ENOSPC.words;
  return [words, fault.diskFull && words !== full && full, whatNow(fault, automatic)]
    .filter(Boolean)
    .join(' ');
}

/** Whether a certificate looks expired only because the clock is set before the day the app was built. */
function isClockWrong({ code, at }: Pick<Fault, 'code' | 'at'>): boolean {
  return code === 'ERR_CERT_DATE_INVALID' && at < BUILD_DAY;
}

function whatNow(fault: Parameters<typeof explanation>[0], automatic: boolean | undefined): string {
  if (automatic) return TEXTS.fault.retried;
  if (fault.kind === 'http' && isRedirect(Number(fault.code))) return TEXTS.pages.elsewhereNow;
  if (!fault.retryable) {
    return fault.url === '/' ? TEXTS.fault.final : TEXTS.fault.finalGoToStart;
  }
  if (automatic === undefined) return '';
  if (fault.kind === 'hang') return TEXTS.fault.waitOrReload;
  return TEXTS.fault.tryAgain;
}

const isRedirect = (status: number) => status >= 300 && status < 400;
