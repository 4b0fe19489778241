import type { ReactNode, Ref } from 'react';
import type { FaultText } from '../../electron/shared/faultText.ts';
import { isAction, type Link } from '../../electron/shared/help.ts';
import * as TEXTS from '../../electron/shared/texts.ts';

interface ErrorPageProps {
  text: FaultText;
  icon: string;
  words: string;
  ways: readonly Link[];
  /** Does what a button does; without it there are links only. */
  onPress?: (link: Link) => void;
  next?: ReactNode;
  help: readonly Link[];
  copy?: ReactNode;
  details: string;
  message?: string;
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
        <div className="fault-ways">{props.ways.map((way) => control(way, props.onPress))}</div>
        <div className="fault-now">
          <div>{props.next}</div>
          <p role="status">{props.message}</p>
        </div>
        <div className="fault-help">
          <h2>{TEXTS.errorPage.moreHelp}</h2>
          {props.help.map((help) => control(help, props.onPress))}
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

/** What acts is a button, what leads elsewhere a link. Without a script all are links: a form would lose the query. */
function control(link: Link, onPress: ErrorPageProps['onPress']) {
  const { name, text, href } = link;
  const shared = { className: `fault-${name}`, children: text };
  if (!onPress || !isAction(link)) return <a key={name} href={href} {...shared} />;
  return <button key={name} type="button" onClick={() => onPress(link)} {...shared} />;
}

function Heading({ status, text }: { status: string | undefined; text: string }) {
  if (status === undefined) return <h1 className="fault-heading">{text}</h1>;
  return (
    <div className="fault-coded">
      <h1 className="fault-status">{status}</h1>
      <h2 className="fault-heading">{text}</h2>
    </div>
  );
}
