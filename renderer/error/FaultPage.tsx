import { useEffect, useRef, useState } from 'react';
import { APP_META, type Choice, READY_EVENT } from '../../electron/shared/channels.ts';
import { detailsOf } from '../../electron/shared/details.ts';
import type { Fault } from '../../electron/shared/fault.ts';
import { explanation, iconOf, textOf } from '../../electron/shared/faultText.ts';
import { divide, helpFor, helpLinks, type Link, waysOut } from '../../electron/shared/help.ts';
import { ICONS } from '../../electron/shared/icons.ts';
import * as TEXTS from '../../electron/shared/texts.ts';
import { afterPaint } from './afterPaint.ts';
import { ConsentQuestion } from './ConsentQuestion.tsx';
import { Countdown } from './Countdown.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { enter, useFaultStatus } from './faultOnPage.ts';
import { keepFocus, restoreFocus } from './keepFocus.ts';

const APP = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${APP_META}"]`)?.content ?? '';

interface FaultPageProps {
  fault: Fault;
  /** Whether the fault came from main, which then also reloads the page. Otherwise the page reports it to main. */
  fromMain?: boolean;
  /** An address outside the app, which opens in the browser; main must not get it. */
  link?: string | undefined;
}

/** Tells the page script when the component's content, a page or a fault, is painted; the frame does not count. */
export function useReady(): void {
  useEffect(() => afterPaint(() => dispatchEvent(new Event(READY_EVENT))), []);
}

/** The error page in a running page: takes the focus, counts down to the next try, and lets the user copy details. */
export function FaultPage({ fault: found, fromMain = false, link = found.link }: FaultPageProps) {
  const bridge = globalThis.window?.holdfast;
  const line = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState('');
  const [copied, setCopied] = useState('');
  const status = useFaultStatus(found.id);
  /** The status whose question the user answered; a later one may ask again. */
  const [answered, setAnswered] = useState<typeof status>();
  const fault = status?.fault ?? found;
  const details = detailsOf(fault, { app: APP, userAgent: navigator.userAgent });

  useReady();

  // The focused element is gone, unless this page is shown again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each fault
  useEffect(() => {
    setMessage('');
    setCopied('');
    const isHere = document.activeElement?.closest('main.fault');
    if (!isHere && !restoreFocus(found.url)) line.current?.focus();
    return enter(found, fromMain ? undefined : bridge);
  }, [found.id]);

  useEffect(() => keepFocus(found.url), [found.url]);

  function press({ name, href }: Link) {
    if (name !== 'retry' || !bridge || !fromMain) return location.assign(href);
    setMessage(TEXTS.errorPage.tryingAgain);
    bridge.retry();
  }

  async function answer(choice: Choice) {
    setAnswered(status);
    const given = await bridge?.consent(choice);
    if (given?.isOpen) setAnswered(undefined);
    else setMessage(wordsOf(choice, given?.problem));
  }

  async function copy() {
    await navigator.clipboard.writeText(details);
    setCopied(TEXTS.errorPage.copied);
  }

  const help = status?.help ?? helpFor(fault);

  return (
    <ErrorPage
      text={textOf(fault, link)}
      icon={ICONS[iconOf(fault)]}
      words={fault.signIn ? TEXTS.errorPage.signInNow : explanation(fault)}
      ways={waysOut(fault, help, link)}
      onPress={press}
      next={typeof status?.retryAt === 'number' && <Countdown key={status.retryAt} at={status.retryAt} />}
      message={message}
      help={helpLinks(divide(help, fault).more)}
      copy={
        <>
          <button type="button" onClick={copy}>
            {TEXTS.errorPage.copyDetails}
          </button>{' '}
          <span role="status">{copied}</span>
        </>
      }
      details={details}
      question={status?.ask && answered !== status && <ConsentQuestion onAnswer={answer} />}
      line={line}
    />
  );
}

/** @param problem why the choice could not be saved */
function wordsOf(choice: Choice, problem?: string): string {
  const said = choice === 'on' ? TEXTS.errorPage.reportsOn : TEXTS.errorPage.reportsOff;
  return problem ? TEXTS.errorPage.untilClosed({ answer: said, problem }) : said;
}
