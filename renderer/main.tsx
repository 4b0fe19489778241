import './texts.ts';
import { loadRouter } from 'virtual:routes';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FAULT_META } from '../electron/shared/channels.ts';
import { bootFault, type FaultStatus } from '../electron/shared/fault.ts';
import { textOf } from '../electron/shared/faultText.ts';
import { afterPaint } from './error/afterPaint.ts';
import { FaultPage } from './error/FaultPage.tsx';
import { setFaultStatus } from './error/faultOnPage.ts';
import { errorFault, thrownFault } from './error/faults.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The document has no element with the id "root": index.html must keep it.');

const bridge = window.holdfast;
const url = () => location.pathname + location.search;
/** What the document showed before any script ran: the frame, or main's error page. */
const before = [...container.childNodes];
let isDead = false;

const root = createRoot(container, {
  // The error page itself threw, and React has emptied the document.
  onUncaughtError(error) {
    isDead = true;
    container.replaceChildren(...before);
    const starting = container.querySelector('.fault-starting');
    if (starting) starting.textContent = textOf({ kind: 'script', at: 0 }).heading;
    const late = container.querySelector('.fault-late');
    late?.querySelector('p')?.remove();
    late?.classList.remove('fault-late');
    console.error(error);
    // Main shows its page without script and reports the fault, because the SDK may never load.
    bridge?.showing(bootFault(url(), Date.now(), errorFault(error, url(), Date.now()).detail));
  },
});

bridge?.onFaultStatus(setFaultStatus);

const meta = document.querySelector<HTMLMetaElement>(`meta[name="${FAULT_META}"]`);
if (meta) {
  // A replay would record it unmasked.
  meta.remove();
  const status: FaultStatus = JSON.parse(meta.content);
  setFaultStatus(status);
  // Main's document already shows it and is painted first.
  afterPaint(() => show(<FaultPage fault={status.fault} fromMain />));
} else {
  // Without Suspense: React delays content after a fallback by 300 ms (FALLBACK_THROTTLE_MS). The document's frame
  // stays until then. Never runs without pages: main answers every path with 404.
  loadRouter?.().then(
    ({ default: Pages }) => show(<Pages />),
    (error) => show(<FaultPage fault={thrownFault(error)} />),
  );
}

function show(content: ReactNode): void {
  if (isDead) return;
  root.render(<StrictMode>{content}</StrictMode>);
}
