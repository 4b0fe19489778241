/** DevTools of the started app, over a pipe that only its parent has: every user of the machine can connect to a port. */
import type { Readable, Writable } from 'node:stream';

/** Makes Chromium read from file descriptor 3, write to 4, and end when the reader ends. */
export const PIPE = '--remote-debugging-pipe';
/** Ignored if there is a pipe. */
export const PORT = '--remote-debugging-port';

export interface DevTools {
  /** Rejects with the app's error. Never settles after the app has ended. */
  send<T>(method: string, params?: object, sessionId?: string): Promise<T>;
  /** Returns the sessions of all pages, for `send`. */
  pages(): Promise<string[]>;
}

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

export function overPipe(toApp: Writable, fromApp: Readable): DevTools {
  const { devTools, take } = client((text) => toApp.write(`${text}\0`));
  let rest = '';
  // The app has ended, which its parent notices elsewhere.
  toApp.on('error', () => undefined);
  fromApp.setEncoding('utf8').on('data', (data: string) => {
    const texts = (rest + data).split('\0');
    rest = texts.pop() ?? '';
    texts.forEach(take);
  });
  return devTools;
}

function client(write: (text: string) => void): { devTools: DevTools; take: (text: string) => void } {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  function send<T>(method: string, params = {}, sessionId?: string): Promise<T> {
    const id = ++last;
    write(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ error, result }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as T),
      );
    });
  }
  async function pages(): Promise<string[]> {
    type Targets = { targetInfos: { targetId: string; type: string }[] };
    const { targetInfos } = await send<Targets>('Target.getTargets');
    const targets = targetInfos.filter(({ type }) => type === 'page');
    const attached = targets.map(({ targetId }) =>
      send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true }),
    );
    return (await Promise.all(attached)).map(({ sessionId }) => sessionId);
  }
  return {
    devTools: { send, pages },
    take(text) {
      const answer = JSON.parse(text) as Answer;
      if (answer.id === undefined) return;
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    },
  };
}
