/** Plain words under a fault's title, the same in the page, in the file without script and in a native dialog. */
import { type Fault, wordsOf } from './fault.ts';
import * as TEXTS from './texts.ts';

/** Milliseconds since the epoch: the start of the day, in UTC, on which the app was built. Set by vite.config.ts. */
declare const BUILD_DAY: number;

/**
 * What happened, and what will be tried or what the user can do: two to four short sentences.
 * @param automatic whether the app tries again by itself; undefined while main has not said
 */
export function explanation(
  fault: Pick<Fault, 'kind' | 'code' | 'url' | 'retryable' | 'diskFull' | 'at'>,
  automatic: boolean | undefined,
): string {
  const words = isClockWrong(fault)
    ? TEXTS.fault.clockWrong(new Date(fault.at).toLocaleDateString())
    : wordsOf(fault.kind, fault.code).words;
  const full = wordsOf('main', 'ENOSPC').words;
  return [words, fault.diskFull && words !== full && full, whatNow(fault, automatic)]
    .filter(Boolean)
    .join(' ');
}

/** Whether the certificate's dates are no matter of the server: the clock is behind the day on which the app was built. */
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
