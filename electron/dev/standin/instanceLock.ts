/** One instance for each userData folder: the first listens on a socket, the others tell it how they were started. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode } from './clone.ts';
import { notImplemented } from './strict.ts';

interface Message {
  argv: string[];
  cwd: string;
  data: unknown;
}
type OnSecond = (argv: string[], workingDirectory: string, additionalData: unknown) => void;

/** Read now: the app is shown another one later. */
const NODE = process.execPath;

/** Sockets have short names, and the folder's may be long. On Linux they need no file that a killed app would leave. */
function addressFor(folder: string): string {
  const name = `holdfast-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** How long Chromium waits for the first instance before it ends it as hung (process_singleton_posix.cc), in ms. */
const PATIENCE = 20_000;
const NOBODY = 1;
// requestSingleInstanceLock answers at once and Node's sockets do not, so another process asks.
const TELL = `
  const { address, text } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const socket = require('node:net').connect(address);
  socket.on('error', () => process.exit(${NOBODY}));
  socket.on('connect', () => socket.end(text));
  socket.on('close', () => process.exit(0));
`;

/** Tells the instance that has the lock. False when there is none; throws when it does not answer. */
function tell(address: string, text: string): boolean {
  const input = JSON.stringify({ address, text });
  const { status } = spawnSync(NODE, ['-e', TELL], { input, timeout: PATIENCE });
  if (status !== 0 && status !== NOBODY) throw notImplemented('the end of a first instance that hangs');
  return status === 0;
}

/** Listens, or returns undefined when another instance does. */
function listen(address: string, onSecond: OnSecond): Server | undefined {
  const server = createServer((socket) => {
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', (error) => console.error('stand-in: second instance:', error));
    socket.on('end', () => {
      const { argv, cwd, data } = decode(Buffer.concat(parts).toString()) as Message;
      onSecond(argv, cwd, data);
    });
  });
  // Binding is done before `listen` returns; why it failed comes later, as an event.
  server.on('error', () => undefined);
  server.listen(address);
  if (!server.listening) return undefined;
  server.unref();
  return server;
}

export class InstanceLock {
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  /** Takes the lock, or tells the instance that has it and returns undefined. Throws what cannot be cloned. */
  static take(folder: string, message: Message, onSecond: OnSecond): InstanceLock | undefined {
    const address = addressFor(folder);
    const text = encode(message);
    // The other may just be ending, or a third be quicker.
    for (let attempt = 0; attempt < 5; attempt++) {
      const server = listen(address, onSecond);
      if (server) return new InstanceLock(server);
      if (tell(address, text)) return undefined;
      // The file of one that was killed is in the way.
      if (process.platform === 'darwin') rmSync(address, { force: true });
    }
    throw new Error(`stand-in: no lock can be made for the folder ${folder}`);
  }

  release(): void {
    this.server.close();
  }
}
