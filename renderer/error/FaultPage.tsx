import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { APP_META, type Consent } from '../../electron/shared/channels.ts';
import { detailsOf, reportLine } from '../../electron/shared/details.ts';
import { retryHref } from '../../electron/shared/document.ts';
import { explanation } from '../../electron/shared/explanation.ts';
import { type Fault, textOf } from '../../electron/shared/fault.ts';
import { helpFor, helpPath } from '../../electron/shared/help.ts';
import * as TEXTS from '../../electron/shared/texts.ts';
import { ConsentQuestion } from './ConsentQuestion.tsx';
import { Countdown } from './Countdown.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { enter, useFaultStatus } from './faultOnPage.ts';
import { useReady } from './ready.ts';

/** Name and version, which main puts into each document. */
const APP = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${APP_META}"]`)?.content ?? '';

interface FaultPageProps {
  fault: Fault;
  /** Whether main gave the fault to the page, and loads the page again. Otherwise main is told of it. */
  fromMain?: boolean;
  /** An address outside of the app, which opens in the browser. */
  link?: string | undefined;
  /** Whether main can open a sign-in for it. */
  signIn?: boolean;
}

/** The error page in a running page: it takes the focus, counts down to the next try, and its details can be copied. */
export function FaultPage({ fault: found, fromMain = false, link, signIn }: FaultPageProps) {
  const bridge = globalThis.window?.holdfast;
  const line = useRef<HTMLDivElement>(null);
  const disclosure = useRef<HTMLDetailsElement>(null);
  const [message, setMessage] = useState('');
  const status = useFaultStatus(found.id);
  /** The status whose question was answered; a later one may ask again. */
  const [answered, setAnswered] = useState<typeof status>();
  const fault = status?.fault ?? found;
  const details = detailsOf(fault, { app: APP, userAgent: navigator.userAgent });
  // Until main has answered it is not known.
  const automatic = bridge ? status?.retry.automatic : false;

  useReady();

  // What had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each fault
  useEffect(() => {
    setMessage('');
    line.current?.focus();
    return enter(found, fromMain ? undefined : bridge);
  }, [found.id]);

  function retry(event: MouseEvent) {
    if (!bridge || !fromMain) return;
    event.preventDefault();
    setMessage(TEXTS.errorPage.tryingAgain);
    bridge.retry();
  }

  function openSignIn() {
    setMessage(TEXTS.errorPage.signingIn);
    bridge?.signIn();
  }

  async function answer(choice: Consent) {
    setAnswered(status);
    const given = await bridge?.consent(choice);
    if (given?.isOpen) setAnswered(undefined);
    else setMessage(wordsOf(choice, given?.problem));
  }

  return (
    <ErrorPage
      text={textOf(fault, location.hostname, titleFor(link))}
      words={signIn ? TEXTS.errorPage.signInNow : explanation(fault, automatic)}
      retry={retryHref(fault.url)}
      onRetry={retry}
      report={reportLine(fault)}
      details={details}
      status={message}
      line={line}
      disclosure={disclosure}
      action={
        <>
          {signIn && (
            <button type="button" onClick={openSignIn}>
              {TEXTS.errorPage.signIn}
            </button>
          )}
          <button type="button" onClick={async () => setMessage(await copy(details, disclosure.current))}>
            {TEXTS.errorPage.copyDetails}
          </button>
        </>
      }
      help={(status?.help ?? helpFor(fault)).map((help) => (
        <a key={help} href={helpPath(help)}>
          {TEXTS.errorPage.help[help]}
        </a>
      ))}
    >
      {link !== undefined && (
        <p>
          <a href={link}>{TEXTS.pages.openInBrowser({ address: link })}</a>
        </p>
      )}
      {status?.retry.at !== undefined && <Countdown key={status.retry.at} at={status.retry.at} />}
      {status?.ask && answered !== status && <ConsentQuestion onAnswer={answer} />}
    </ErrorPage>
  );
}

const titleFor = (link: string | undefined) =>
  link === undefined ? undefined : TEXTS.pages.elsewhere({ host: new URL(link).host });

/** What is said about the user's choice. @param problem why it could not be kept */
function wordsOf(choice: Consent, problem?: string): string {
  const said = choice === 'on' ? TEXTS.errorPage.reportsOn : TEXTS.errorPage.reportsOff;
  return problem ? TEXTS.errorPage.untilClosed({ answer: said, problem }) : said;
}

/** Copies the details, or selects them where that is refused. Resolves to what is said about it. */
async function copy(details: string, disclosure: HTMLDetailsElement | null): Promise<string> {
  try {
    await navigator.clipboard.writeText(details);
    return TEXTS.errorPage.copied;
  } catch (error) {
    select(disclosure);
    return TEXTS.errorPage.notCopied({ reason: messageOf(error) });
  }
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
