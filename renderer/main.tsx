import { loadRouter } from 'virtual:routes';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FAULT_META } from '../electron/shared/channels.ts';
import { bootFault, type Fault, type FaultStatus, SCRIPT_TITLE, textOf } from '../electron/shared/fault.ts';
import { ErrorBoundary } from './error/ErrorBoundary.tsx';
import { FaultPage } from './error/FaultPage.tsx';
import { isFailureShown, setFaultStatus } from './error/faultOnPage.ts';
import { errorFault, parseStatus } from './error/faults.ts';
import { firstShown } from './error/ready.ts';
import { catchUncaught } from './error/uncaught.ts';
import { startTelemetry } from './telemetry/init.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The document has no element with the id "root": index.html must keep it.');

const bridge = window.holdfast;
// Where libraries look for it that do not know Vite's meta element: styled-components 5, get-nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
Object.assign(globalThis, { __webpack_nonce__: nonce });
const url = () => location.pathname + location.search;
/** What the document showed before any script ran: the frame, or the error page as main answered it. */
const before = [...container.childNodes];
let isDead = false;
/** Milliseconds after which telemetry begins although no page is painted. */
const TELEMETRY_LATE_MS = 1_000;

const root = createRoot(container, {
  // The error page itself threw, and React has emptied the document.
  onUncaughtError(error) {
    isDead = true;
    container.replaceChildren(...before);
    const starting = container.querySelector('.fault-starting');
    if (starting) starting.textContent = textOf({ title: SCRIPT_TITLE }, location.hostname).sentence;
    container.querySelector('.fault-late > p')?.remove();
    container.querySelector('.fault-late')?.classList.remove('fault-late');
    console.error(error);
    // Main has a page that needs no script, and reports: the SDK may never come.
    bridge?.showing(bootFault(url(), Date.now(), errorFault(error, url(), Date.now()).detail));
  },
});

if (bridge) {
  bridge.onFaultStatus(setFaultStatus);
  bridge.onFault(showFromMain);
  addEventListener('online', () => bridge.online());
}
catchUncaught(isFailureShown, (fault) => show(<FaultPage fault={fault} />, fault));

// It takes the processor from the first page; a page that waits for its data does not keep it waiting.
const late = new Promise<void>((resolve) => setTimeout(resolve, TELEMETRY_LATE_MS));
void startTelemetry(bridge?.telemetry, Promise.race([firstShown, late]));

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${FAULT_META}"]`);
if (meta) {
  // A replay would record it: what is masked on the page stands there as it is.
  meta.remove();
  showFromMain(parseStatus(meta.content, url(), Date.now()));
} else {
  // Not by Suspense: React holds back for 300 ms what comes soon after a fallback (FALLBACK_THROTTLE_MS). The frame of the
  // document stays until then; without pages main answers every path with 404, and this is not reached.
  loadRouter?.().then(
    ({ default: Pages }) => show(<Pages />),
    (error) => show(<Thrown error={error} />),
  );
}

/** A part of the code that did not come, for the boundary. */
function Thrown({ error }: { error: unknown }): ReactNode {
  throw error;
}

function showFromMain(status: FaultStatus): void {
  setFaultStatus(status);
  show(<FaultPage fault={status.fault} fromMain />, status.fault);
}

/** Shows the app, or a fault in place of all else. Each fault gets a boundary that has caught nothing yet. */
function show(content: ReactNode, fault?: Fault): void {
  if (isDead) return;
  root.render(
    <StrictMode>
      <ErrorBoundary key={fault?.id}>{content}</ErrorBoundary>
    </StrictMode>,
  );
}
