/** A DevTools client that outlives pages, for tests that kill page processes. */
import { SITE_PATHS } from '../../electron/shared/site.ts';

type Listener = (params: Record<string, unknown>, sessionId: string | undefined) => void;
interface Answer {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** Chromium's error for a session whose page is closed. */
const NO_SESSION = 'Session with given id not found.';

/** The error of what waits when the other side ends. */
export const CLOSED = 'The connection was closed.';

/** The page closed before it answered. */
export class PageGone extends Error {}

export type Cdp = Awaited<ReturnType<typeof connect>>;

/** Connects to a browser's `ws://` address, or to that of Node's inspector. Rejects after 15 seconds without an answer. */
export async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${address} does not answer.`));
    // A process that waits for its inspector to leave still accepts connections.
    setTimeout(fail, 15_000).unref();
    socket.onopen = resolve;
    socket.onerror = fail;
  });
  const waiting = new Map<number, { sessionId: string | undefined; give: (answer: Answer) => void }>();
  const giveAll = (message: string, of: (sessionId: string | undefined) => boolean) => {
    for (const { sessionId, give } of waiting.values()) if (of(sessionId)) give({ error: { message } });
  };
  const listeners: { method: string; listener: Listener }[] = [];
  let last = 0;
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.give(answer);
    // No answer can come any more.
    if (answer.method === 'Target.detachedFromTarget')
      giveAll(NO_SESSION, (sessionId) => sessionId === answer.params?.sessionId);
    for (const { method, listener } of listeners) {
      if (answer.method === method) listener(answer.params ?? {}, answer.sessionId);
    }
  };
  const closed = Promise.withResolvers<void>();
  socket.onclose = () => {
    closed.resolve();
    giveAll(CLOSED, () => true);
  };
  return {
    /** Rejects with the other side's error, after `timeout` milliseconds without an answer, or with PageGone. */
    async send<T = Record<string, unknown>>(
      method: string,
      params: object = {},
      { sessionId, timeout = 15_000 }: { sessionId?: string | undefined; timeout?: number } = {},
    ) {
      const id = ++last;
      const answer = await new Promise<Answer>((resolve) => {
        const timer = setTimeout(resolve, timeout, { error: { message: `No answer in ${timeout} ms.` } });
        const give = (given: Answer) => {
          clearTimeout(timer);
          resolve(given);
        };
        waiting.set(id, { sessionId, give });
        if (socket.readyState !== WebSocket.OPEN)
          resolve({ error: { message: 'The connection is closed.' } });
        else socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      });
      waiting.delete(id);
      if (answer.error) {
        const { message } = answer.error;
        throw new (message === NO_SESSION ? PageGone : Error)(`${method}: ${message}`);
      }
      return answer.result as T;
    },
    on: (method: string, listener: Listener) => void listeners.push({ method, listener }),
    /** Resolves when the connection is closed, from either side. */
    closed: closed.promise,
    close: () => socket.close(),
  };
}

/** A browser's pages, oldest first, but for the hidden one that registers a worker: a client would hold it up. */
export async function pagesOf(browser: Cdp): Promise<{ targetId: string; url: string }[]> {
  const { targetInfos } = await browser.send<{
    targetInfos: { targetId: string; type: string; url: string }[];
  }>('Target.getTargets');
  return targetInfos.filter(({ type, url }) => type === 'page' && !url.endsWith(SITE_PATHS.seed)).reverse();
}

/** Opens a session to a page, for `send`'s option `sessionId`. */
export async function attach(browser: Cdp, targetId: string): Promise<string> {
  const options = { targetId, flatten: true };
  return (await browser.send<{ sessionId: string }>('Target.attachToTarget', options)).sessionId;
}
