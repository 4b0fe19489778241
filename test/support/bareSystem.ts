/** A minimal Debian in a folder. Programs run in it as on a separate machine. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { isOnPath } from '../../electron/tool/setup/display.ts';

/** Whether this machine can make one: it needs root and Debian's tool. */
export function canMakeBareSystem(): boolean {
  if (process.getuid?.() !== 0 || !['debootstrap', 'unshare', 'pivot_root'].every(isOnPath)) return false;
  try {
    execFileSync('unshare', ['--mount', '--net', 'true']);
    return true;
  } catch {
    return false;
  }
}

const USER = '1000';
/** Makes a folder the root for a command. After a plain chroot Chromium's sandbox cannot make its namespaces. */
const ENTER = `set -e
mount --bind "$ROOT" "$ROOT"
mount --bind /proc "$ROOT/proc"
mount --rbind /sys "$ROOT/sys"
mount --rbind /dev "$ROOT/dev"
mount --bind /tmp/.X11-unix "$ROOT/tmp/.X11-unix"
cd "$ROOT"
pivot_root . mnt
cd /
umount -l /mnt
exec "$@"`;

/** Downloads the essential packages of Debian 12 into it, which takes some minutes, and installs a deb alone. */
export async function makeBareSystem(root: string, deb: string): Promise<void> {
  const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
  const env = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...command: string[]) =>
    promisify(execFile)('chroot', [root, ...command], { env, maxBuffer: 100_000_000 });
  await promisify(execFile)('debootstrap', ['--variant=minbase', 'bookworm', root]);
  await run('mkdir', '-p', '/tmp/.X11-unix');
  await run('useradd', '--create-home', '--uid', USER, 'ann');
  copyFileSync(deb, join(root, 'tmp', basename(deb)));
  await run('apt-get', 'install', '--yes', '--no-install-recommends', `/tmp/${basename(deb)}`);
}

/** Starts a program in it without root and without a network, on this machine's display. */
export function startIn(root: string, program: string) {
  const { PATH, DISPLAY, XAUTHORITY } = process.env;
  const home = '/home/ann';
  // The display's secret, where programs look for it.
  const secret = join(root, home, '.Xauthority');
  if (XAUTHORITY) {
    copyFileSync(XAUTHORITY, secret);
    chownSync(secret, Number(USER), Number(USER));
  }
  const asAnn = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', 'env', `HOME=${home}`];
  return spawn('unshare', ['--mount', '--net', 'sh', '-c', ENTER, 'sh', ...asAnn, program], {
    env: { PATH, ROOT: root, DISPLAY },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
}
