/** DevTools of the started app, over a pipe that only its parent has: every user of the machine can connect to a port. */
import type { Readable, Writable } from 'node:stream';

/** Makes Chromium read from file descriptor 3, write to 4, and end when the reader ends. */
export const PIPE = '--remote-debugging-pipe';
/** Ignored if there is a pipe. */
export const PORT = '--remote-debugging-port';

export type DevTools = ReturnType<typeof overPipe>;

type Answer = { id?: number; result?: unknown; error?: { message: string } };

export function overPipe(toApp: Writable, fromApp: Readable) {
  const waiting = new Map<unknown, (answer: Answer) => void>();
  let last = 0;
  let rest = '';
  // The app has ended, which its parent notices elsewhere.
  toApp.on('error', () => undefined);
  fromApp.setEncoding('utf8').on('data', (data: string) => {
    const texts = (rest + data).split('\0');
    rest = texts.pop() ?? '';
    for (const answer of texts.map((text): Answer => JSON.parse(text))) {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }
  });
  /** Rejects with the app's error. Never settles after the app has ended. */
  function send<T>(method: string, params = {}, sessionId?: string): Promise<T> {
    const id = ++last;
    toApp.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ error, result }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result as T),
      );
    });
  }
  /** Returns the sessions of all pages, for `send`. */
  async function pages(): Promise<string[]> {
    type Targets = { targetInfos: { targetId: string; type: string }[] };
    const { targetInfos } = await send<Targets>('Target.getTargets');
    const attached = targetInfos
      .filter(({ type }) => type === 'page')
      .map(async ({ targetId }) => {
        const how = { targetId, flatten: true };
        return (await send<{ sessionId: string }>('Target.attachToTarget', how)).sessionId;
      });
    return await Promise.all(attached);
  }
  return { send, pages };
}
