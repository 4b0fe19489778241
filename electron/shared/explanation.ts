/** Plain words under a fault's title, the same in the page, in the file without script and in a native dialog. */
import { crashTexts, type Fault, mainTexts } from './fault.ts';
import { loadError } from './loadErrors.ts';
import * as TEXTS from './texts.ts';

/**
 * What happened, and what will be tried or what the user can do: two to four short sentences.
 * @param automatic whether the app tries again by itself; undefined while main has not said
 */
export function explanation(
  fault: Pick<Fault, 'kind' | 'code' | 'url' | 'retryable'>,
  automatic: boolean | undefined,
): string {
  return `${whatHappened(fault)} ${whatNow(fault, automatic)}`.trimEnd();
}

function whatNow(fault: Pick<Fault, 'kind' | 'url' | 'retryable'>, automatic: boolean | undefined): string {
  if (automatic) return TEXTS.fault.retried;
  if (!fault.retryable) {
    return fault.url === '/' ? TEXTS.fault.final : TEXTS.fault.finalGoToStart;
  }
  if (automatic === undefined) return '';
  if (fault.kind === 'hang') return TEXTS.fault.waitOrReload;
  return TEXTS.fault.tryAgain;
}

function whatHappened(fault: Pick<Fault, 'kind' | 'code'>): string {
  const { kind, code } = fault;
  switch (kind) {
    case 'http':
      return statusWords(Number(code));
    case 'load':
      return loadError(String(code)).words;
    case 'data':
      if (typeof code === 'number') return statusWords(code);
      return code === undefined ? TEXTS.fault.data.words : loadError(code).words;
    case 'script':
      return TEXTS.fault.script.words;
    case 'crash':
      return crashTexts(String(code)).words;
    case 'hang':
      return TEXTS.fault.hang.words;
    case 'boot':
      return TEXTS.fault.boot.words;
    case 'main':
      return mainTexts(String(code)).words;
    default:
      return kind satisfies never;
  }
}

function statusWords(status: number): string {
  if (status >= 300 && status < 400) return TEXTS.pages.elsewhereWords;
  if (status >= 500) return TEXTS.fault.serverErrorWords;
  const words: Readonly<Record<number, string>> = TEXTS.fault.statusWords;
  return words[status] ?? TEXTS.fault.otherStatusWords;
}
