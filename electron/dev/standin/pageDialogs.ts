/** alert(), confirm() and the question before a page is left, as Electron answers them. */
import { letGo, type Session } from './cdp.ts';
import { messageBox } from './dialog.ts';
import type { Serial } from './serial.ts';

interface Decisions {
  /** Emits `will-prevent-unload`; true when the app lets the page be left all the same. */
  mayUnload(): boolean;
  /** The page stays. */
  onUnloadRefused(): void;
}

/** Electron shows the question before leaving to nobody: the page stays unless the app says otherwise. */
export function answerDialogs(session: Session, serial: Serial, decisions: Decisions): void {
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    const closed = (accept: boolean) => session.send('Page.handleJavaScriptDialog', { accept });
    const answer = (accept: boolean) => letGo(closed(accept));
    if (type === 'beforeunload') {
      void serial(async () => {
        const may = decisions.mayUnload();
        if (!may) decisions.onUnloadRefused();
        await closed(may);
        // What comes next waits for the page: its refusal would be taken for an answer to a load that follows.
        if (!may) await session.send('Runtime.evaluate', { expression: '0' });
      });
    } else if (type === 'prompt') {
      answer(false);
    } else {
      const buttons = type === 'confirm' ? ['OK', 'Cancel'] : ['OK'];
      void messageBox({ message, buttons }).then(({ response }) => answer(response === 0));
    }
  });
}
