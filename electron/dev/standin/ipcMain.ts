/** Electron's ipcMain: messages of pages to the app's listeners and handlers. */
import { EventEmitter } from 'node:events';
import { makeEvent } from './events.ts';
import { type Shared, strict } from './strict.ts';

type Handler = (event: never, ...args: never[]) => unknown;

/** What a page tells main through the preload's world. */
export interface PageMessage {
  kind: 'send' | 'invoke' | 'preload-error' | 'title' | 'input';
  id?: number;
  channel?: string;
  args?: unknown[];
  error?: unknown;
  /** The preload that failed. */
  path?: string;
  title?: string;
  /** Electron's name of an input event that is told to the app. */
  input?: string;
}

/** The page that a message came from. */
export interface Sender {
  readonly id: number;
  readonly face: Electron.WebContents;
  readonly ipc: IpcMain;
  /** The frame that is there now; null when the document that sent is not. */
  frameAtSending(): () => Electron.WebFrameMain | null;
  emit(name: string, ...args: unknown[]): boolean;
  reply(id: number, result: { value: unknown } | { error: string }): void;
}

export class IpcMain extends EventEmitter {
  private readonly handlers = new Map<string, Handler>();

  constructor() {
    super();
    // A channel may be called `error`, which an emitter would throw for want of listeners.
    this.on('error', () => undefined);
  }
  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    if (typeof handler !== 'function') {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`);
    }
    this.handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
  handlerOf(channel: string): Handler | undefined {
    return this.handlers.get(channel);
  }
}

/** Gives a page's message to whoever listens, with the event object that Electron gives. */
export async function dispatch(sender: Sender, message: PageMessage): Promise<void> {
  const { channel = '', args = [], id = 0 } = message;
  const frame = sender.frameAtSending();
  const event = makeEvent({
    type: 'frame',
    sender: sender.face,
    processId: sender.id,
    frameId: 1,
    ports: [],
    get senderFrame() {
      return frame();
    },
    reply: (name: string, ...values: unknown[]) => sender.face.send(name, ...values),
  });
  const emitters = [sender.ipc, ipc];
  if (message.kind === 'send') {
    sender.emit('ipc-message', event, channel, ...args);
    for (const emitter of emitters) emitter.emit(channel, event, ...args);
    return;
  }
  const handler = emitters.map((emitter) => emitter.handlerOf(channel)).find(Boolean);
  try {
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    sender.reply(id, { value: await handler(event as never, ...(args as never[])) });
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    sender.reply(id, { error: `Error invoking remote method '${channel}': ${error}` });
  }
}

export const ipc = new IpcMain();
export const ipcMain = strict(ipc satisfies Shared<IpcMain, Electron.IpcMain>, 'ipcMain');
