/** A minimal Debian in a folder. Programs run in it as on a separate machine. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, copyFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
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

export class BareSystem {
  readonly root: string;
  constructor(root: string) {
    this.root = root;
  }

  /** Downloads the essential packages of Debian 12, which takes some minutes. */
  async make(): Promise<void> {
    await promisify(execFile)('debootstrap', ['--variant=minbase', 'bookworm', this.root]);
    await this.#run('mkdir', '-p', '/tmp/.X11-unix');
    await this.#run('useradd', '--create-home', '--uid', USER, 'ann');
  }

  /** Installs a deb with its dependencies, without its recommended packages. */
  async install(deb: string): Promise<void> {
    await copyFile(deb, join(this.root, 'tmp', basename(deb)));
    await this.#run('apt-get', 'install', '--yes', '--no-install-recommends', `/tmp/${basename(deb)}`);
  }

  /** Starts a program without root and without a network, on this machine's display. */
  start(program: string, ...args: string[]): ChildProcess {
    const { PATH, DISPLAY, XAUTHORITY } = process.env;
    const home = '/home/ann';
    // The display's secret, where programs look for it.
    const secret = join(this.root, home, '.Xauthority');
    if (XAUTHORITY) {
      copyFileSync(XAUTHORITY, secret);
      chownSync(secret, Number(USER), Number(USER));
    }
    const asAnn = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', 'env', `HOME=${home}`];
    return spawn('unshare', ['--mount', '--net', 'sh', '-c', ENTER, 'sh', ...asAnn, program, ...args], {
      env: { PATH, ROOT: this.root, DISPLAY },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
  }

  /** Runs a program as root. */
  async #run(program: string, ...args: string[]): Promise<void> {
    await promisify(execFile)('chroot', [this.root, program, ...args], {
      env: { ...process.env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 100_000_000,
    });
  }
}
