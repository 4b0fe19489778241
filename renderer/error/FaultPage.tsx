import { useEffect, useRef, useState } from 'react';
import { detailsOf, reportLine } from '../../electron/contract/details.ts';
import { retryHref } from '../../electron/contract/document.ts';
import { type Fault, textOf } from '../../electron/contract/fault.ts';
import { version } from '../../package.json';
import { ErrorPage } from './ErrorPage.tsx';

/** The error page in a running page: it takes the focus, and its details can be copied. */
export function FaultPage({ fault }: { fault: Fault }) {
  const line = useRef<HTMLDivElement>(null);
  const disclosure = useRef<HTMLDetailsElement>(null);
  const [status, setStatus] = useState('');
  const details = detailsOf(fault, { version, userAgent: navigator.userAgent });

  // What had the focus is gone. `at` tells one fault from the next; a report id that comes later is no new fault.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each fault
  useEffect(() => {
    setStatus('');
    line.current?.focus();
  }, [fault.at]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(details);
      setStatus('Copied');
    } catch (error) {
      setStatus(`Not copied: ${messageOf(error)} The details are selected below, to be copied by hand.`);
      select(disclosure.current);
    }
  }

  return (
    <ErrorPage
      text={textOf(fault, location.hostname)}
      retry={retryHref(fault.url)}
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
    />
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
