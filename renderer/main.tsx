import { type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { FAULT_META } from '../electron/contract/channels.ts';
import { type Fault, SCRIPT_TITLE, textOf } from '../electron/contract/fault.ts';
import { ErrorBoundary } from './error/ErrorBoundary.tsx';
import { FaultPage } from './error/FaultPage.tsx';
import { parseFault, pathFault } from './error/faults.ts';
import { afterPaint } from './ready.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The document has no element with the id "root": index.html must keep it.');

/** What the document showed before any script ran: the frame, or the error page as main answered it. */
const before = [...container.childNodes];

const root = createRoot(container, {
  // The error page itself threw, and React has emptied the document.
  onUncaughtError(error) {
    container.replaceChildren(...before);
    const starting = container.querySelector('.fault-starting');
    if (starting) starting.textContent = textOf({ title: SCRIPT_TITLE }, location.hostname).sentence;
    container.querySelector('[hidden]')?.removeAttribute('hidden');
    reportError(error);
  },
});

const url = location.pathname + location.search;
const meta = document.querySelector<HTMLMetaElement>(`meta[name="${FAULT_META}"]`);

show(meta ? parseFault(meta.content, url, Date.now()) : pathFault(url, Date.now()));
window.holdfast?.onFault(show);

/** Shows a fault in place of all else. The key gives each fault a boundary that has caught nothing yet. */
function show(fault: Fault): void {
  root.render(
    <StrictMode>
      <Painted>
        <ErrorBoundary key={fault.at}>
          <FaultPage fault={fault} />
        </ErrorBoundary>
      </Painted>
    </StrictMode>,
  );
}

/** Says ready once its children have been painted; not if they could not be rendered. */
function Painted({ children }: { children: ReactNode }) {
  useEffect(() => afterPaint(() => window.holdfast?.ready()), []);
  return children;
}
