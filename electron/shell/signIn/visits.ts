/** When, and for which page, the user may be asked for a password or sees the print dialog: once in a load, and for each press. */
import type { WebContents } from 'electron';
import { onPage } from '../../common/pages.ts';
import { GESTURE_MS, isTyping, lastGesture } from '../window/gestures.ts';
import type { Asker } from './credentials.ts';

type Visit = ReturnType<typeof createVisit>;

/** One load, and what it has brought up. @param isUsers whether the user started it @param startedAt ms of a monotonic clock */
export function createVisit(isUsers: boolean, startedAt: number) {
  const askedAt = new Map<string, number>();
  return {
    startedAt,
    /**
     * Takes the right to ask about a server, for a press in the page at most `withinMs` ago.
     * @param right `isOnceInLoad`: the load alone gives it, once
     */
    take(
      server: string,
      pressedAt: number | null,
      now: number,
      { withinMs = GESTURE_MS, isOnceInLoad = isUsers } = {},
    ): boolean {
      const before = askedAt.get(server);
      const isPressed =
        pressedAt !== null && pressedAt > (before ?? startedAt) && now - pressedAt <= withinMs;
      const isTaken = isPressed || (isOnceInLoad && before === undefined);
      if (isTaken) askedAt.set(server, now);
      return isTaken;
    },
    /** The user said no: quiet until the next load. */
    decline: (server: string) => void askedAt.set(server, Number.POSITIVE_INFINITY),
  };
}

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
      const visit = isRepeated && before && !isPressed ? before : createVisit(isUsers, performance.now());
      all.push({ visit, page: new AbortController() });
    });
    contents.on('did-navigate', () => leave(all.length - 1));
    contents.on('render-process-gone', () => leave(all.length));
    contents.on('destroyed', () => leave(all.length));
  });
}

const lastIn = (contents: WebContents) => visits.get(contents)?.at(-1);

/** Returns who asks for a page; undefined if there is none. */
export function askerFor(contents: WebContents | undefined): Asker | undefined {
  const last = contents && lastIn(contents);
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
  lastIn(contents)?.visit.take('print', lastGesture(contents), performance.now(), {
    withinMs: Number.POSITIVE_INFINITY,
  }) ?? false;
