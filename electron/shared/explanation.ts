/** Plain words under a fault's title, the same in the page, in the file without script and in a native dialog. */
import { type Fault, wordsOf } from './fault.ts';
import * as TEXTS from './texts.ts';

/**
 * What happened, and what will be tried or what the user can do: two to four short sentences.
 * @param automatic whether the app tries again by itself; undefined while main has not said
 */
export function explanation(
  fault: Pick<Fault, 'kind' | 'code' | 'url' | 'retryable' | 'diskFull'>,
  automatic: boolean | undefined,
): string {
  const { words } = wordsOf(fault.kind, fault.code);
  const full = wordsOf('main', 'ENOSPC').words;
  return [words, fault.diskFull && words !== full && full, whatNow(fault, automatic)]
    .filter(Boolean)
    .join(' ');
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
