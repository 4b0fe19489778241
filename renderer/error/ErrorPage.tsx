import type { MouseEventHandler, ReactNode, Ref } from 'react';
import type { FaultText } from '../../electron/shared/fault.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

export interface ErrorPageProps {
  text: FaultText;
  /** What happened, and what will be tried or can be done. */
  words: string;
  /** Where Try again leads: a path. */
  retry: string;
  onRetry?: MouseEventHandler;
  /** The line with the report id; empty while there is no report. */
  report: string;
  /** The technical text. */
  details: string;
  /** An action that needs script, and what it says; absent in a document without script. */
  action?: ReactNode;
  /** Links to what else helps. */
  help?: ReactNode;
  status?: string;
  /** What a running page adds: the time until the next try, a question. */
  children?: ReactNode;
  line?: Ref<HTMLDivElement>;
  disclosure?: Ref<HTMLDetailsElement>;
}

/**
 * The error page of every case: rendered by the build to documents that need no script, and by FaultPage.
 * A code is the heading and the sentence its second part; without a code the sentence is the heading.
 */
export function ErrorPage(props: ErrorPageProps) {
  const { code, sentence, documentTitle } = props.text;
  const Sentence = code === undefined ? 'h1' : 'h2';
  return (
    <>
      <title>{documentTitle}</title>
      <main className="fault">
        <div className="fault-line" role="alert" tabIndex={-1} ref={props.line}>
          {code !== undefined && <h1 className="fault-code">{code}</h1>}
          <div className="fault-text">
            <Sentence className="fault-sentence">{sentence}</Sentence>
          </div>
        </div>
        <div className="fault-more">
          <p>{props.words}</p>
          <div className="fault-actions">
            <a href={props.retry} onClick={props.onRetry}>
              {TEXTS.errorPage.tryAgain}
            </a>
            <a href="/">{TEXTS.errorPage.goToStart}</a>
            {props.action}
            {props.help}
          </div>
          {props.children}
          <p role="status">{props.status}</p>
          <p className="fault-report">{props.report}</p>
          <details ref={props.disclosure}>
            <summary>{TEXTS.errorPage.details}</summary>
            <pre tabIndex={-1}>{props.details}</pre>
          </details>
        </div>
      </main>
    </>
  );
}
