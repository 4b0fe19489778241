/** Native dialogs for when no page can be shown, or the page must stay. They have the error page's texts. */
import { app, type BrowserWindow } from 'electron';
import { log } from '../../common/log.ts';
import { redactHere } from '../../common/redactHere.ts';
import { detailsOf } from '../../shared/details.ts';
import { type Fault, faultOf } from '../../shared/fault.ts';
import { explanation, textOf } from '../../shared/faultText.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { Problem } from '../app/instance.ts';
import { restart } from '../app/lifecycle.ts';
import { askWithDetails, showMessage } from '../app/messageBox.ts';
import { logFault } from './faults.ts';
import { HANG_CHOICES } from './watchdog.policy.ts';

const wordsOf = (fault: Fault) => ({ message: textOf(fault).heading, detail: explanation(fault) });

const quitLabel = () => TEXTS.menu.roles.quitApp({ name: app.name });

const detailsFor = (fault: Fault) => detailsOf(fault, { app: `${app.name} ${app.getVersion()}` });

/** Shows a fault that no page can show, until `signal`. Resolves to whether the user wants to try again. */
export async function showFaultDialog(fault: Fault, signal?: AbortSignal): Promise<boolean> {
  const buttons = [TEXTS.errorPage.tryAgain, quitLabel()];
  const box = { type: 'error' as const, ...wordsOf(fault), buttons, cancelId: 1, ...(signal && { signal }) };
  return (await askWithDetails(undefined, box, detailsFor(fault))) === 0;
}

/** Codes of main's faults that the user already saw. */
const told = new Set<Fault['code']>();

/** Shows a fault of main in a dialog over a working page, once in a run for each code, and offers a restart. */
export async function tellOfFault(window: BrowserWindow, fault: Fault): Promise<void> {
  if (told.has(fault.code)) return;
  told.add(fault.code);
  const buttons = [TEXTS.menu.restart, TEXTS.menu.later];
  const options = { type: 'error' as const, ...wordsOf(fault), buttons, defaultId: 1, cancelId: 1 };
  if ((await askWithDetails(window, options, detailsFor(fault))) === 0) restart();
}

/** Asks about the owner of the user data folder, which this start cannot reach: see `leaveToFirst`. */
export async function askAboutOwner(about: Problem, detail: string, signal?: AbortSignal): Promise<boolean> {
  const fault = faultOf('main', 'LOCK_FAILED', '/', Date.now(), redactHere(detail));
  if (about !== 'frozen') logFault(fault);
  await app.whenReady();
  if (about === 'locked') return await showFaultDialog(fault);
  const texts = TEXTS.dialogs[about];
  const message = () => texts.message({ name: app.name, host: detail });
  log(TEXTS.inEnglish(message));
  const buttons = [texts.force, TEXTS.dialogs.cancel];
  const shown = { message: message(), detail: texts.detail, buttons, defaultId: 1, cancelId: 1 };
  const options = { type: 'warning' as const, ...shown, ...(signal && { signal }) };
  return (await showMessage(undefined, options)).response === 0;
}

/** Asks what to do about a page that does not respond. Closing the dialog means Wait. */
export async function askAboutHang(window: BrowserWindow, fault: Fault, signal: AbortSignal) {
  const { hangDetail: detail, hangChoices } = TEXTS.dialogs;
  const buttons = HANG_CHOICES.map((choice) => (choice === 'Quit' ? quitLabel() : hangChoices[choice]));
  const box = { type: 'warning' as const, message: textOf(fault).heading, detail, buttons, signal };
  return HANG_CHOICES[await askWithDetails(window, box, detailsFor(fault))] ?? 'Wait';
}
