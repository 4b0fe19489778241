/**
 * One owner of each user data folder. The socket of Electron's lock is in the folder for temporary files: a start that
 * does not find it there takes the lock from an app that runs.
 */
import { once } from 'node:events';
import { existsSync, lstatSync, openSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { app } from 'electron';
import { log } from '../../common/log.ts';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { steadyTime } from '../../shared/clock.ts';
import { DURATIONS } from '../../shared/limitValues/durations.ts';
import { isEnding, isQuitting, relaunch } from './lifecycle.ts';

const isWindows = process.platform === 'win32';

/** Returns the process that Chromium's lock names. @throws Error without a lock, as always on Windows */
function readLock(userData: string): { host: string; pid: number } {
  const [, host = '', pid] = /^(.*)-(\d+)$/.exec(readlinkSync(join(userData, 'SingletonLock'))) ?? [];
  return { host, pid: Number(pid) };
}

/** Whether that lock names this process. A start that lost the race for it may have removed it. */
function hasLock(userData: string): boolean {
  try {
    return readLock(userData).pid === process.pid;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Whether the app may run with this folder: on another computer, or here, where a sandbox gives it another id. */
export function isInUse(userData: string): boolean {
  try {
    const { pid, host } = readLock(userData);
    if (host !== hostname()) return true;
    if (process.platform !== 'linux') return pid !== process.pid && process.kill(pid, 0);
    if (readFileSync('/proc/net/unix', 'utf8').includes(` ${join(userData, 'instance')}\n`)) return true;
    const [program] = basename(readlinkSync(`/proc/${pid}/exe`)).split(' (deleted)');
    return pid !== process.pid && program === basename(process.execPath);
  } catch (error) {
    return /^(EPERM|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** Whether this process is the owner from now on. If not, the start continues with `leaveToFirst`. */
export function isFirst(userData: string): boolean {
  if (isInUse(userData) || !app.requestSingleInstanceLock()) return false;
  if (!isWindows) rmSync(socketIn(userData), { force: true });
  return true;
}

/** The owner's own socket, which every start finds. Its path may have 103 bytes. */
function socketIn(userData: string): string {
  const hash = () => nodeCrypto().createHash('sha1').update(userData).digest('hex');
  const path = isWindows ? `\\\\.\\pipe\\${hash()}` : join(userData, 'instance');
  const isLong = process.platform === 'linux' && Buffer.byteLength(path) > 103;
  return isLong ? `/proc/self/fd/${openSync(userData, 'r')}/instance` : path;
}

/** Whether Electron's lock finds its socket. Only its way lets the owner's window come to the front on Wayland. */
function isFound(userData: string): boolean {
  const socket = join(userData, 'SingletonSocket');
  const cookie = () => join(dirname(readlinkSync(socket)), 'SingletonCookie');
  return existsSync(socket) && lstatSync(cookie(), { throwIfNoEntry: false }) !== undefined;
}

export type Problem = 'frozen' | 'elsewhere' | 'locked';
/** Asks whether to end an owner that does not answer, to open the folder nevertheless, or to try again. */
type Ask = (about: Problem, detail: string, until?: AbortSignal) => Promise<boolean>;

/** Hands this start over to the owner, or asks what to do. Ends this process. */
export async function leaveToFirst(userData: string, ask: Ask): Promise<void> {
  // Two Chromium instances must not use the same files.
  app.setPath('sessionData', join(tmpdir(), `${app.getName()}-${crypto.randomUUID()}`));
  const isAgain = await handOver(userData, ask).catch((error: Error) => ask('locked', error.message));
  if (isAgain === undefined) log(`${app.name} is running already: its window is in front now.`);
  // This start has not acted on them.
  else if (isAgain) relaunch(...process.argv.filter((one) => /^--(safe-mode|clear-data)$/.test(one)));
  app.exit(isAgain === false ? 1 : 0);
}

/** Resolves to whether to start again, or to nothing once the owner has shown its window. @throws Error if none can */
async function handOver(userData: string, ask: Ask): Promise<boolean | undefined> {
  const address = socketIn(userData);
  const limit = () => steadyTime() + 5 * DURATIONS.instanceMs;
  for (let end = limit(); steadyTime() < end; await pause(50)) {
    if (!isWindows && !isInUse(userData) && app.requestSingleInstanceLock()) return true;
    const socket = connect(address);
    if (!(await once(socket, 'connect').catch(() => undefined))) continue;
    const isByElectron = isWindows || isFound(userData);
    const spoke = new AbortController();
    for (const event of ['data', 'close']) socket.once(event, () => spoke.abort());
    const answer = text(socket.end(isByElectron ? '' : JSON.stringify(process.argv))).catch(String);
    if (await pause(DURATIONS.instanceMs, true, { signal: spoke.signal }).catch(() => false)) {
      const { host, pid } = readLock(userData);
      if (host !== hostname()) continue;
      // A dialog that is closed just after it was shown may take 30 s to resolve (Electron 33 on Linux).
      const isToEnd = await Promise.race([ask('frozen', '', spoke.signal), answer]);
      if (!isToEnd && !spoke.signal.aborted) return false;
      if (!spoke.signal.aborted) process.kill(pid, 'SIGKILL');
    }
    if ((await answer).endsWith('here'))
      return (isByElectron && !isWindows && app.requestSingleInstanceLock()) || undefined;
    end = limit();
  }
  const { host, pid } = readLock(userData);
  if (host === hostname()) throw new Error(`${userData}: process ${pid} has it, but does not listen`);
  const isToOpen = await ask('elsewhere', host);
  for (const link of isToOpen ? ['SingletonLock', 'SingletonSocket'] : [])
    rmSync(join(userData, link), { force: true });
  return isToOpen;
}

/** Answers other starts. @param onSecond gets such a start's command line */
export function setupInstance(userData: string, onSecond: (argv: string[]) => void): void {
  app.on('second-instance', (_event, argv) => onSecond(argv));
  const answer = async (socket: Socket) => {
    let argv = '';
    for await (const part of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) argv += part;
    for (; isQuitting(); await pause(100)) socket.write('quitting ');
    if (argv) onSecond(JSON.parse(argv));
    socket.end('here');
  };
  const server = createServer({ allowHalfOpen: true }, (one) => void answer(one.on('error', log)).catch(log));
  void app.whenReady().then(() => {
    // Chromium has removed its lock: a log-off during the start must not start the app once more.
    if (isEnding()) return;
    // Of two simultaneous starts both may get the lock: it names the later one, or neither.
    if (isWindows || hasLock(userData))
      return void server.on('error', log).listen(socketIn(userData)).unref();
    relaunch();
    app.exit(0);
  });
}
