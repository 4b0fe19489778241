/** One instance of the app for each user data folder. A second launch never exits silently. */
import { once } from 'node:events';
import { readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { app } from 'electron';
import * as v from 'valibot';
import { RUNNING_ALREADY } from '../shared/channels.ts';
import { steadyTime } from '../shared/clock.ts';
import { DURATIONS } from '../shared/durations.ts';
import * as TEXTS from '../shared/texts.ts';
import { asksForPage, type CommandLine, parseCommandLine } from './commandLine.ts';
import { relaunch } from './lifecycle.ts';
import { log } from './log.ts';
import { showMessage } from './messageBox.ts';
import { stateFile } from './stateFile.ts';

/** Milliseconds that a killed process has to end. */
const END_MS = 5_000;

const ENTRIES = { pid: v.pipe(v.number(), v.integer(), v.minValue(1)), address: v.string() };
type First = v.InferOutput<v.ObjectSchema<typeof ENTRIES, undefined>>;

const pathIn = (userData: string) => join(userData, 'instance.json');
const fileIn = (userData: string) => stateFile(pathIn(userData), ENTRIES);

/** The socket of an instance that has ended. */
let abandoned: string | undefined;

export const isInUse = (userData: string): boolean => findFirst(userData) !== undefined;

/** The first instance, if its process runs. The process id may meanwhile belong to another program. */
function findFirst(userData: string): First | undefined {
  const value = fileIn(userData).read();
  if (value && isRunning(value.pid)) return value;
  abandoned = value?.address;
  return undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether this process is the first with this folder. Writes nothing to it. If not, the start continues with
 * `leaveToFirst`. Takes Chromium's own lock only if no other instance seems to run: Chromium waits 20 s for a frozen
 * one and then kills it.
 */
export function isFirst(userData: string): boolean {
  return !isInUse(userData) && app.requestSingleInstanceLock();
}

/** Hands this start over to the first instance and exits. If that does not answer, asks the user what to do. */
export async function leaveToFirst(
  userData: string,
  showLockFault: (reason: string) => Promise<boolean>,
): Promise<void> {
  // Two Chromium instances must not use the same files.
  app.setPath('sessionData', join(tmpdir(), `${app.getName()}-${crypto.randomUUID()}`));
  const first = await waitForFirst(userData);
  const reason = first ? undefined : lockProblem(userData);
  if (reason !== undefined) {
    const isAgain = await showLockFault(reason);
    if (isAgain) startAgain();
    return app.exit(isAgain ? 0 : 1);
  }
  const outcome = first ? await ask(first) : 'answered';
  // The first instance may have ended, or its id may belong to another program: then this process has the lock.
  if (outcome === 'ended' || (outcome === 'answered' && app.requestSingleInstanceLock())) {
    if (first) removeAddress(first.address);
    rmSync(pathIn(userData), { force: true });
    startAgain();
  } else tellOfFirst();
  app.exit(0);
}

const tellOfFirst = () => log(`${app.name} ${RUNNING_ALREADY}: its window is in front now.`);

/** Restarts with the switches that `relaunch` leaves out, because this start has not acted on them yet. */
function startAgain(): void {
  const { safeMode, clearData } = parseCommandLine(process.argv);
  relaunch(...(safeMode ? ['--safe-mode'] : []), ...(clearData ? ['--clear-data'] : []));
}

/** Waits for the first instance, which may have taken the lock a moment ago. */
async function waitForFirst(userData: string): Promise<First | undefined> {
  for (const end = steadyTime() + DURATIONS.instanceMs; steadyTime() < end; await pause(50)) {
    const first = findFirst(userData);
    if (first) return first;
  }
  return undefined;
}

/** Says why the lock is unavailable although no other process has it. */
function lockProblem(userData: string): string | undefined {
  if (process.platform === 'win32') return `${userData}: another program has the lock`;
  try {
    const pid = lockHolder(userData);
    return isRunning(pid)
      ? undefined
      : `${userData}: its lock belongs to process ${pid}, which is not running`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the process that Chromium's lock names. Throws if there is no lock; on Windows it cannot be read. */
function lockHolder(userData: string): number {
  return Number(/-(\d+)$/.exec(readlinkSync(join(userData, 'SingletonLock')))?.[1]);
}

/**
 * Whether this process still has the lock. Two simultaneous starts may both get it (3 of 60 pairs, Electron 33.2.1 on
 * Linux): it names the later one.
 */
function hasLock(userData: string): boolean {
  if (process.platform === 'win32') return true;
  try {
    return lockHolder(userData) === process.pid;
  } catch (error) {
    // A file system without links has no lock, so no other start checks it.
    log(error);
    return true;
  }
}

/**
 * Finds out whether the first instance answers; if not, asks the user whether to end it. `answered` also if it has
 * ended, `left` if the user keeps it.
 */
async function ask({ pid, address }: First): Promise<'answered' | 'ended' | 'left'> {
  const socket = connect(address);
  const answered = new AbortController();
  const answer = Promise.race([once(socket, 'data'), once(socket, 'close')])
    // The connection fails if the file belongs to an instance that has ended.
    .catch(() => undefined)
    .then(() => answered.abort());
  await Promise.race([answer, pause(DURATIONS.instanceMs)]);
  // A dialog that is closed just after it was shown may take 30 s to resolve (Electron 33 on Linux).
  const isEnd =
    !answered.signal.aborted && (await Promise.race([isToEnd(answered.signal), answer.then(() => false)]));
  socket.destroy();
  if (!isEnd) return answered.signal.aborted ? 'answered' : 'left';
  process.kill(pid, 'SIGKILL');
  for (const end = steadyTime() + END_MS; isRunning(pid) && steadyTime() < end; ) await pause(50);
  return 'ended';
}

/** Asks whether to end the first instance. The question closes if that answers meanwhile. */
async function isToEnd(answered: AbortSignal): Promise<boolean> {
  await app.whenReady();
  const texts = TEXTS.dialogs.frozen;
  const name = app.getName();
  log(TEXTS.inEnglish(() => texts.message({ name })));
  const { response } = await showMessage(undefined, {
    type: 'warning',
    message: texts.message({ name }),
    detail: texts.detail,
    buttons: [texts.end, TEXTS.dialogs.cancel],
    defaultId: 1,
    cancelId: 1,
    signal: answered,
  });
  return response === 0 && !answered.aborted;
}

/** Maximum number of simultaneous connections. Each is answered and closed at once. */
const MAX_CONNECTIONS = 16;

/** Returns a socket that other users cannot reach: in its own folder (0700), or a pipe on Windows. */
async function makeAddress(): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\${app.getName()}-${crypto.randomUUID()}`;
  // Short: macOS allows 103 bytes, and its folder for temporary files takes 49.
  return join(await mkdtemp(join(tmpdir(), 'holdfast-')), 's');
}

function removeAddress(address: string): void {
  if (process.platform === 'win32') return;
  try {
    rmSync(address, { force: true });
    rmdirSync(dirname(address));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(error);
  }
}

/**
 * Answers other starts, as long as this process is not frozen. Restarts if another process gets the lock meanwhile.
 * @param onSecond gets the path that a second start asks for, if any, and its whole command line
 */
export function setupInstance(
  userData: string,
  onSecond: (path: string | undefined, asked: CommandLine) => void,
): void {
  app.on('second-instance', (_event, argv) => {
    const asked = parseCommandLine(argv);
    onSecond(argv.slice(1).some(asksForPage) ? asked.open : undefined, asked);
  });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('here');
    // Close even if the other side never ends.
    socket.destroySoon();
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('error', log);
  if (abandoned) removeAddress(abandoned);
  makeAddress().then((address) => {
    process.on('exit', () => removeAddress(address));
    server.listen(address, () => {
      if (!hasLock(userData)) {
        // The next start hands over to the process with the lock.
        tellOfFirst();
        relaunch();
        return app.exit(0);
      }
      fileIn(userData).write({ pid: process.pid, address }, false);
      // The id may soon belong to another program, or to a thread of one.
      process.on('exit', () => {
        if (fileIn(userData).read()?.pid === process.pid) rmSync(pathIn(userData), { force: true });
      });
    });
    server.unref();
  }, log);
}
