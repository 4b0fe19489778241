/** On behalf of which page the user may be asked for a password, or sees the print dialog. */
import type { WebContents } from 'electron';
import { onPage } from '../../common/pages.ts';
import { isTyping, lastGesture } from '../window/gestures.ts';
import type { Asker } from './credentials.ts';
import { Visit } from './visit.ts';

/** The loads of a page, of which the newest may not have arrived. Each is aborted when its page is gone. */
const visits = new WeakMap<WebContents, { visit: Visit; page: AbortController }[]>();

/** @param isRepeating whether nobody asked for the load that begins in these contents: recovery repeats it */
export function watchVisits(isRepeating: (contents: WebContents) => boolean): void {
  onPage((contents) => {
    const all: { visit: Visit; page: AbortController }[] = [];
    visits.set(contents, all);
    const leave = (count: number) => {
      for (const { page } of all.splice(0, count)) page.abort();
    };
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument, initiator }) => {
      if (!isMainFrame || isSameDocument) return;
      const isRepeated = isRepeating(contents);
      const before = all.at(-1)?.visit;
      const isPressed = before !== undefined && (lastGesture(contents) ?? 0) > before.startedAt;
      // A page opens a window only for a press.
      const isUsers = before === undefined || isPressed || !(initiator || isRepeated);
      // What is repeated is still the same load: it has what that has not used.
      const visit = isRepeated && before && !isPressed ? before : new Visit(isUsers, performance.now());
      all.push({ visit, page: new AbortController() });
    });
    contents.on('did-navigate', () => leave(all.length - 1));
    contents.on('render-process-gone', () => leave(all.length));
    contents.on('destroyed', () => leave(all.length));
  });
}

/** Returns who asks for a page; undefined if there is none. */
export function askerFor(contents: WebContents | undefined): Asker | undefined {
  const last = contents && visits.get(contents)?.at(-1);
  if (!last) return undefined;
  const { visit, page } = last;
  return {
    take(server, isProxy) {
      if (page.signal.aborted) return false;
      // Which proxy there is, no page decides, and without it none can load.
      const right = isProxy ? { isOnceInLoad: true } : {};
      return visit.take(server, lastGesture(contents), performance.now(), right);
    },
    decline: (server) => visit.decline(server),
    page: page.signal,
    // A document that is loading replaces what somebody types in.
    isQuiet: () => !contents.isDestroyed() && isTyping(contents) && !contents.isLoadingMainFrame(),
  };
}

/** Takes a page's right to open the print dialog. What it prints may take a while to come after the press. */
export const takePrint = (contents: WebContents): boolean =>
  visits
    .get(contents)
    ?.at(-1)
    ?.visit.take('print', lastGesture(contents), performance.now(), { withinMs: Number.POSITIVE_INFINITY }) ??
  false;
