import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';
import type { FaultText } from '../../electron/shared/faultText.ts';
import type { Link } from '../../electron/shared/help.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

interface ErrorPageProps {
  text: FaultText;
  /** The path data of the picture (electron/shared/icons.ts). */
  icon: string;
  /** Why it failed, or what the user can do. */
  words: string;
  /** The ways out; the first is the most helpful. */
  ways: readonly Link[];
  /** Replaces following the link that tries again. */
  onRetry?: (event: MouseEvent) => void;
  next?: ReactNode;
  help: readonly Link[];
  copy?: ReactNode;
  details: string;
  message?: string;
  /** A question at the bottom of the window. */
  question?: ReactNode;
  line?: Ref<HTMLDivElement>;
}

/** The error page for every case: the build renders it to documents that need no script, and FaultPage uses it. */
export function ErrorPage(props: ErrorPageProps) {
  const { status, heading, documentTitle } = props.text;
  return (
    <>
      <title>{documentTitle}</title>
      <main className="fault">
        <div className="fault-icon">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={props.icon} />
          </svg>
        </div>
        <div className="fault-line" role="alert" tabIndex={-1} ref={props.line}>
          <Heading status={status} text={heading} />
        </div>
        <p className="fault-words">{props.words}</p>
        <div className="fault-ways">
          {props.ways.map((way) => linkTo(way, way.name === 'retry' ? props.onRetry : undefined, bySpace))}
        </div>
        <div className="fault-now">
          <div>{props.next}</div>
          <p role="status">{props.message}</p>
        </div>
        <div className="fault-help">
          <h2>{TEXTS.errorPage.moreHelp}</h2>
          {props.help.map((help) => linkTo(help))}
        </div>
        <details className="fault-details">
          <summary>{TEXTS.errorPage.details}</summary>
          <pre lang="en" dir="ltr">
            {props.details}
          </pre>
          {props.copy}
        </details>
        {props.question}
      </main>
    </>
  );
}

type OnKey = (event: KeyboardEvent<HTMLElement>) => void;

/** For links that look like buttons: they also lead on without a script, which a button does not. */
const bySpace: OnKey = (event) => {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
};

const linkTo = ({ name, href, text }: Link, onClick?: (event: MouseEvent) => void, onKeyDown?: OnKey) => (
  <a key={name} className={`fault-${name}`} href={href} onClick={onClick} onKeyDown={onKeyDown}>
    {text}
  </a>
);

/** The text as the heading, or after a status and a divider. */
export function Heading({ status, text }: { status: string | undefined; text: string }) {
  if (status === undefined) return <h1 className="fault-heading">{text}</h1>;
  return (
    <div className="fault-coded">
      <h1 className="fault-status">{status}</h1>
      <h2 className="fault-heading">{text}</h2>
    </div>
  );
}
