/** A session bus with GNOME's keyring, as a Linux desktop has them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from './until.ts';

/** What makes Chromium look for the keyring on a bus that is not there. */
export const NO_BUS = { XDG_CURRENT_DESKTOP: 'GNOME', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' };

/** Starts both; the keyring is unlocked. @param home where it keeps its secrets */
export async function startKeyring(home: string): Promise<{ env: NodeJS.ProcessEnv; stop(): void }> {
  await mkdir(home, { recursive: true });
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = await once(bus.stdout, 'data');
  const own = { HOME: home, XDG_RUNTIME_DIR: home, DBUS_SESSION_BUS_ADDRESS: String(address).trim() };
  const keyring = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env: { ...process.env, ...own },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin.end('password');
  await until('the keyring', () => existsSync(join(home, 'keyring', 'control')));
  return {
    env: { ...own, XDG_CURRENT_DESKTOP: 'GNOME' },
    stop() {
      keyring.kill();
      bus.kill();
    },
  };
}
