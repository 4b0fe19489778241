/** Makes the diagnostics live: the facts are in the document before this runs, and stay if it does not. */
import {
  DIAGNOSTICS_META,
  type Diagnostics,
  type DiagnosticsBridge,
} from '../../electron/shared/diagnostics.ts';
import { sectionsOf, textOfDiagnostics } from '../../electron/shared/diagnosticsText.ts';
import { type ViewElement, viewOf } from '../../electron/shared/diagnosticsView.ts';

declare global {
  interface Window {
    readonly holdfastDiagnostics?: DiagnosticsBridge;
  }
}

function found<T extends Element>(selector: string): T {
  const element = document.querySelector<T>(selector);
  if (!element) throw new Error(`The document has no ${selector}: diagnostics/index.html must keep it.`);
  return element;
}

const actions = found('#actions');
const status = found('#status');
const facts = found('#facts');
let current = JSON.parse(found<HTMLMetaElement>(`meta[name="${DIAGNOSTICS_META}"]`).content) as Diagnostics;
let checks = 0;

function domOf({ tag, attributes = {}, children }: ViewElement): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.map((child) => (typeof child === 'string' ? child : domOf(child))));
  return element;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function show(next: Diagnostics): void {
  current = next;
  facts.replaceChildren(...viewOf(sectionsOf(next)).map(domOf));
}

async function check(bridge: DiagnosticsBridge): Promise<void> {
  const own = ++checks;
  status.textContent = 'Checking the connections …';
  try {
    const next = await bridge.check();
    if (own !== checks) return;
    show(next);
    status.textContent = `Checked at ${new Date(next.at).toLocaleTimeString()}.`;
  } catch (error) {
    if (own === checks) status.textContent = `Not checked: ${messageOf(error)}`;
  }
}

async function copy(): Promise<void> {
  try {
    await navigator.clipboard.writeText(textOfDiagnostics(current));
    status.textContent = 'Copied.';
  } catch (error) {
    status.textContent = `Not copied: ${messageOf(error)} The text is selected, to be copied by hand.`;
    getSelection()?.selectAllChildren(facts);
  }
}

async function save(bridge: DiagnosticsBridge): Promise<void> {
  status.textContent = '';
  try {
    const { saved, problem } = await bridge.save();
    if (saved) status.textContent = `Saved: ${saved}`;
    if (problem) status.textContent = `Not saved: ${problem}`;
  } catch (error) {
    status.textContent = `Not saved: ${messageOf(error)}`;
  }
}

function button(label: string, action: () => Promise<void>): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', () => void action());
  return made;
}

const bridge = window.holdfastDiagnostics;
const buttons = [button('Copy', copy)];
if (bridge) {
  buttons.push(
    button('Save support file', () => save(bridge)),
    button('Check again', () => check(bridge)),
  );
  actions.replaceChildren(...buttons);
  void check(bridge);
} else {
  // Without the shell's bridge the link that loads the page anew stays.
  actions.prepend(...buttons);
}
