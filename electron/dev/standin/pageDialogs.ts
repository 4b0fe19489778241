/** alert(), confirm() and the question before a page is left, as Electron answers them. */
import { letGo, type Session } from './cdp.ts';
import { messageBox } from './dialog.ts';

interface Decisions {
  /** Emits `will-prevent-unload`; true when the app lets the page be left all the same. */
  mayUnload(): boolean;
  /** The page stays. */
  onUnloadRefused(): void;
}

/** Electron shows the question before leaving to nobody: the page stays unless the app says otherwise. */
export function answerDialogs(session: Session, decisions: Decisions): void {
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    const answer = (accept: boolean) => letGo(session.send('Page.handleJavaScriptDialog', { accept }));
    if (type === 'beforeunload') {
      const may = decisions.mayUnload();
      if (!may) decisions.onUnloadRefused();
      answer(may);
    } else if (type === 'prompt') {
      answer(false);
    } else {
      const buttons = type === 'confirm' ? ['OK', 'Cancel'] : ['OK'];
      void messageBox({ message, buttons }).then(({ response }) => answer(response === 0));
    }
  });
}
