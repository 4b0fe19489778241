/** One instance for each userData folder: the first listens on a socket, the others tell it how they were started. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode, encode } from './clone.ts';

interface Message {
  argv: string[];
  cwd: string;
  data: unknown;
}
type OnSecond = (argv: string[], workingDirectory: string, additionalData: unknown) => void;

/** Read now: the app is shown another one later. */
const NODE = process.execPath;

/** Sockets have short names, and the folder's may be long. */
function addressFor(folder: string): string {
  const name = `holdfast-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

// requestSingleInstanceLock answers at once and Node's sockets do not, so another process asks.
const TELL = `
  const message = require('node:fs').readFileSync(0);
  const socket = require('node:net').connect(process.argv[1]);
  socket.setTimeout(3000, () => process.exit(2));
  socket.on('error', () => process.exit(1));
  socket.on('connect', () => socket.end(message));
  socket.on('close', () => process.exit(0));
`;

/** Tells the instance that has the lock. False when there is none. */
function tell(address: string, message: Message): boolean {
  if (process.platform !== 'win32' && !existsSync(address)) return false;
  const asked = spawnSync(NODE, ['-e', TELL, address], { input: encode(message), timeout: 5000 });
  return asked.status === 0;
}

/** Listens, or returns undefined when another instance was quicker. */
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
  let failure: Error | undefined;
  server.on('error', (error) => {
    failure = error;
  });
  // Binding is done before this returns; only its error comes as an event.
  server.listen(address);
  if (!server.listening || failure) return undefined;
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
    if (tell(address, message)) return undefined;
    // Nobody answered there: what is left of an instance that was killed is in the way.
    if (process.platform !== 'win32') rmSync(address, { force: true });
    const server = listen(address, onSecond);
    if (server) return new InstanceLock(server);
    tell(address, message);
    return undefined;
  }

  release(): void {
    this.server.close();
  }
}
