/** The one place where pages are met: from the eleventh listener of one event on, Node warns of a leak. */
import { app, type WebContents } from 'electron';
import { forEach } from './forEach.ts';

type Meet = (contents: WebContents) => void;
const meets: Meet[] = [];

/** Calls `meet` with all web contents from their creation on, in the order in which it was asked to. */
export function onPage(meet: Meet): void {
  if (meets.push(meet) > 1) return;
  app.on('web-contents-created', (_event, contents) => forEach(meets, (one) => one(contents)));
}

/** Calls `act` once when the page gives way to another document. @returns how to stop waiting */
export function onceLeft(contents: WebContents, act: () => void): () => void {
  const left = ({ isMainFrame, isSameDocument }: { isMainFrame: boolean; isSameDocument: boolean }) => {
    if (!isMainFrame || isSameDocument) return;
    stop();
    act();
  };
  const stop = () => void contents.off('did-start-navigation', left);
  contents.on('did-start-navigation', left);
  return stop;
}
