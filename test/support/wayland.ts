/** A Wayland compositor without a screen: Weston, unpacked from Debian's packages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromDebian } from './debian.ts';
import { until } from './until.ts';

/** Debian's name of this machine's libraries. */
const LIBRARIES = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

export interface Wayland {
  /** What a program needs to find it, and nothing of X. */
  env: Record<string, string | undefined>;
  stop(): Promise<void>;
}

export async function startWayland(): Promise<Wayland> {
  const root = await fromDebian('weston');
  const libraries = join(root, LIBRARIES);
  const runtime = await mkdtemp(join(tmpdir(), 'holdfast-wayland-'));
  const modules = {
    'headless-backend.so': 'libweston-10/headless-backend.so',
    'desktop-shell.so': 'weston/desktop-shell.so',
    'weston-desktop-shell': 'weston-desktop-shell',
    'weston-keyboard': 'weston-keyboard',
  };
  const weston = spawn(
    join(root, 'usr/bin/weston'),
    ['--backend=headless-backend.so', '--width=1600', '--height=1200', '--socket=test'],
    {
      stdio: 'ignore',
      env: {
        XDG_RUNTIME_DIR: runtime,
        LD_LIBRARY_PATH: [libraries, join(libraries, 'weston')].join(':'),
        WESTON_MODULE_MAP: Object.entries(modules)
          .map(([name, path]) => `${name}=${join(libraries, path)}`)
          .join(';'),
      },
    },
  );
  await until('Weston', () => existsSync(join(runtime, 'test')));
  return {
    env: { XDG_RUNTIME_DIR: runtime, WAYLAND_DISPLAY: 'test', DISPLAY: undefined },
    async stop() {
      weston.kill();
      await once(weston, 'exit');
      await rm(runtime, { recursive: true, force: true });
    },
  };
}
