/** Chromium's DevTools protocol over a pipe: when this process ends, however it ends, Chromium ends with it. */
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright-core';

/** A session of the protocol, with the types that playwright-core has for it. */
export type Session = Pick<CDPSession, 'on' | 'send'>;

/** An answer of Chromium that is no result: most often, what was asked for is gone. */
export class ProtocolError extends Error {}

/** Lets go of an answer that nobody waits for: what it was asked of may be gone by then. */
export function letGo(answer: Promise<unknown>): void {
  answer.catch((error) => {
    if (!(error instanceof ProtocolError)) throw error;
  });
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}
type Listener = (params: unknown) => void;
interface Waiting {
  method: string;
  session: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class Connection {
  private readonly input: Writable;
  private readonly listeners = new Map<string, Map<string, Listener[]>>();
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private ended = false;

  /** @param input what Chromium reads  @param output what it writes */
  constructor(input: Writable, output: Readable) {
    this.input = input;
    const parts: string[] = [];
    output.setEncoding('utf8').on('data', (text: string) => {
      const [first = '', ...more] = text.split('\0');
      parts.push(first);
      for (const next of more) {
        this.receive(JSON.parse(parts.splice(0).join('')) as Message);
        parts.push(next);
      }
    });
    output.on('close', () => this.end());
    // Chromium may close its end while something is being written; `end` answers what waits.
    input.on('error', () => this.end());
  }

  /** The session with this id; the browser's own without one. */
  session(id = ''): Session {
    const send = (method: string, params: object = {}) =>
      new Promise((resolve, reject) => {
        if (this.ended) return reject(new ProtocolError(`${method}: Chromium is gone`));
        const number = ++this.lastId;
        this.waiting.set(number, { method, session: id, resolve, reject });
        const to = id ? { sessionId: id } : {};
        this.input.write(`${JSON.stringify({ id: number, method, params, ...to })}\0`);
      });
    const on = (event: string, listener: Listener) => {
      const ofSession = this.listeners.get(id) ?? new Map<string, Listener[]>();
      ofSession.set(event, [...(ofSession.get(event) ?? []), listener]);
      this.listeners.set(id, ofSession);
    };
    // The types tell each command and event apart; here they are text.
    return { send, on } as unknown as Session;
  }

  /** What a session still waits for will not come: its page crashed or is closed. */
  abandon(session: string): void {
    for (const [id, waiting] of this.waiting) {
      if (waiting.session !== session) continue;
      this.waiting.delete(id);
      waiting.reject(new ProtocolError(`${waiting.method}: the page is gone`));
    }
  }

  private receive({ id, sessionId = '', method, params, result, error }: Message): void {
    if (method) {
      for (const listener of this.listeners.get(sessionId)?.get(method) ?? []) listener(params);
      return;
    }
    const waiting = this.waiting.get(id as number);
    this.waiting.delete(id as number);
    if (error) waiting?.reject(new ProtocolError(`${waiting.method}: ${error.message}`));
    else waiting?.resolve(result);
  }

  private end(): void {
    this.ended = true;
    for (const { method, reject } of this.waiting.values())
      reject(new ProtocolError(`${method}: Chromium is gone`));
    this.waiting.clear();
  }
}
