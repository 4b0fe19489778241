import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Consent } from '../../electron/shared/channels.ts';
import { detailsOf, reportLine } from '../../electron/shared/details.ts';
import { retryHref } from '../../electron/shared/document.ts';
import { explanation } from '../../electron/shared/explanation.ts';
import { type Fault, isFailure, textOf } from '../../electron/shared/fault.ts';
import { version } from '../../package.json';
import { ConsentQuestion } from './ConsentQuestion.tsx';
import { Countdown } from './Countdown.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { isTriedAgain } from './faults.ts';
import { useNews } from './news.ts';
import { tellGone, tellShown } from './tell.ts';

/** How many pages of failures are in the document: one, or none. */
let shown = 0;

/** Whether the page shows that something failed. A page that is not there is no failure, and hides none. */
export function isFailureShown(): boolean {
  return shown > 0;
}

interface FaultPageProps {
  fault: Fault;
  /** Whether main gave the fault to the page, and loads the page again. Otherwise main is told of it. */
  fromMain?: boolean;
}

/** The error page in a running page: it takes the focus, counts down to the next try, and its details can be copied. */
export function FaultPage({ fault: found, fromMain = false }: FaultPageProps) {
  const bridge = globalThis.window?.holdfast;
  const line = useRef<HTMLDivElement>(null);
  const disclosure = useRef<HTMLDetailsElement>(null);
  const [status, setStatus] = useState('');
  const news = useNews(found.at);
  /** The news whose question was answered; later ones may ask again. */
  const [answered, setAnswered] = useState<typeof news>();
  const fault = news?.reportId ? { ...found, reportId: news.reportId } : found;
  const details = detailsOf(fault, { version, userAgent: navigator.userAgent });
  const automatic = news ? news.retryAt !== undefined : bridge !== undefined && isTriedAgain(fault);

  // What had the focus is gone. `at` tells one fault from the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each fault
  useEffect(() => {
    setStatus('');
    line.current?.focus();
    const counts = isFailure(found);
    if (counts) shown++;
    if (bridge && !fromMain) tellShown(bridge, found);
    return () => {
      if (counts) shown--;
      if (bridge && !fromMain) tellGone(bridge);
    };
  }, [found.at]);

  function retry(event: MouseEvent) {
    if (!bridge || !fromMain) return;
    event.preventDefault();
    setStatus('Trying again.');
    bridge.retry();
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(details);
      setStatus('Copied');
    } catch (error) {
      setStatus(`Not copied: ${messageOf(error)} The details are selected below, to be copied by hand.`);
      select(disclosure.current);
    }
  }

  async function answer(choice: Consent) {
    setAnswered(news);
    const kept = await bridge?.consent(choice);
    const said = choice === 'on' ? 'Reports are sent.' : 'Nothing is sent.';
    setStatus(kept?.problem ? `${said} This holds until the app is closed: ${kept.problem}` : said);
  }

  return (
    <ErrorPage
      text={textOf(fault, location.hostname)}
      words={explanation(fault, automatic)}
      retry={retryHref(fault.url)}
      onRetry={retry}
      report={reportLine(fault)}
      details={details}
      status={status}
      line={line}
      disclosure={disclosure}
      action={
        <button type="button" onClick={copy}>
          Copy details
        </button>
      }
    >
      {news?.retryAt !== undefined && <Countdown key={news.retryAt} until={news.retryAt} />}
      {news?.ask && answered !== news && <ConsentQuestion onAnswer={answer} />}
    </ErrorPage>
  );
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** Opens the details and selects their text. */
function select(disclosure: HTMLDetailsElement | null): void {
  const text = disclosure?.querySelector('pre');
  if (!disclosure || !text) return;
  disclosure.open = true;
  text.focus();
  getSelection()?.selectAllChildren(text);
}
