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
// For libraries that do not read Vite's meta element: styled-components 5, get-nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
Object.assign(globalThis, { __webpack_nonce__: nonce });
const url = () => location.pathname + location.search;
/** What the document showed before any script ran: the frame, or main's error page. */
const before = [...container.childNodes];
let isDead = false;
/** Milliseconds after which telemetry starts even if nothing is painted. */
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
    // Main shows its page without script, and reports: the SDK may never load.
    bridge?.showing(bootFault(url(), Date.now(), errorFault(error, url(), Date.now()).detail));
  },
});

if (bridge) {
  bridge.onFaultStatus(setFaultStatus);
  bridge.onFault(showFromMain);
  addEventListener('online', () => bridge.online());
}
catchUncaught(isFailureShown, (fault) => show(<FaultPage fault={fault} />, fault));

// It would slow down the first page. A page that waits for its data does not hold it up.
const late = new Promise<void>((resolve) => setTimeout(resolve, TELEMETRY_LATE_MS));
void startTelemetry(bridge?.telemetry, Promise.race([firstShown, late]));

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${FAULT_META}"]`);
if (meta) {
  // A replay would record it unmasked.
  meta.remove();
  showFromMain(parseStatus(meta.content, url(), Date.now()));
} else {
  // Without Suspense: React delays content that follows a fallback by 300 ms (FALLBACK_THROTTLE_MS). The document's frame
  // stays until then. Not reached without pages: main answers every path with 404.
  loadRouter?.().then(
    ({ default: Pages }) => show(<Pages />),
    (error) => show(<Thrown error={error} />),
  );
}

/** Hands code that did not load to the boundary. */
function Thrown({ error }: { error: unknown }): ReactNode {
  throw error;
}

function showFromMain(status: FaultStatus): void {
  setFaultStatus(status);
  show(<FaultPage fault={status.fault} fromMain />, status.fault);
}

/** Shows the app, or a fault instead. Each fault gets a fresh boundary. */
function show(content: ReactNode, fault?: Fault): void {
  if (isDead) return;
  root.render(
    <StrictMode>
      <ErrorBoundary key={fault?.id}>{content}</ErrorBoundary>
    </StrictMode>,
  );
}
