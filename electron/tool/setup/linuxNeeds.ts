import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Tries whether this user may create nested user namespaces, as Chromium's sandbox does: a container, a chroot, AppArmor or
 * a sysctl may forbid it. True without `unshare`.
 */
export function hasUserNamespaces(): boolean {
  const { error, status } = spawnSync('unshare', ['-Ur', 'unshare', '-Ur', 'true'], { stdio: 'ignore' });
  return error !== undefined || status === 0;
}

const helperOf = (program: string) => join(dirname(program), 'chrome-sandbox');

/** Whether the helper for systems without namespaces works: it must belong to root and be setuid. */
export function hasHelper(program: string): boolean {
  const { uid, mode = 0 } = statSync(helperOf(program), { throwIfNoEntry: false }) ?? {};
  return uid === 0 && (mode & 0o4001) === 0o4001;
}

/** Returns why Electron has no sandbox here and how to get one; undefined with a sandbox, or as root. */
export function whyUnsandboxed(program: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() === 0) return undefined;
  if (hasHelper(program) || hasUserNamespaces()) return undefined;
  const helper = relative('', helperOf(program));
  return `the system refuses user namespaces, so Electron runs without its sandbox; to enable it: sudo chown root '${helper}' && sudo chmod 4755 '${helper}'`;
}

/** Whether /dev/shm is usable; a chroot may lack it. */
export function hasSharedMemory(): boolean {
  try {
    accessSync('/dev/shm', constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
