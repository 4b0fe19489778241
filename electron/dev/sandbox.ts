/** What Electron's processes need of a Linux: a way to confine them, and one to share memory. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Whether this user may make a namespace of users, with rights in it, and in that another one, as Chromium does to
 * confine its processes. A container, a chroot, AppArmor or a sysctl may refuse it. Tried, not guessed; where there is
 * no `unshare` to try it with, Chromium will say.
 */
export function hasUserNamespaces(): boolean {
  const { error, status } = spawnSync('unshare', ['-Ur', 'unshare', '-Ur', 'true'], { stdio: 'ignore' });
  return error !== undefined || status === 0;
}

const helperOf = (program: string) => join(dirname(program), 'chrome-sandbox');

/** Whether Chromium takes the helper beside it, which does without such namespaces: it has to be root's and run as root. */
export function hasHelper(program: string): boolean {
  const { uid, mode = 0 } = statSync(helperOf(program), { throwIfNoEntry: false }) ?? {};
  return uid === 0 && (mode & 0o4001) === 0o4001;
}

/** For each program: it is asked before every start. */
const known = new Map<string, string | undefined>();

/** Why Electron cannot confine its processes here, with what mends that; undefined where it can, or as root. */
export function sandboxProblem(program: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return undefined;
  if (!known.has(program))
    known.set(program, hasHelper(program) || hasUserNamespaces() ? undefined : problem(program));
  return known.get(program);
}

function problem(program: string): string {
  const helper = relative('', helperOf(program));
  return `the system refuses user namespaces, so Electron runs without its sandbox; to have it: sudo chown root '${helper}' && sudo chmod 4755 '${helper}'`;
}

/** Whether this user may use the folder in which Chromium shares memory: a chroot may have it without its file system. */
export function hasSharedMemory(): boolean {
  try {
    accessSync('/dev/shm', constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
