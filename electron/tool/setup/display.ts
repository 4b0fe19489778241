/** Prepares Linux for Electron: system libraries and, without a display, a virtual one. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { run, step } from './programs.mjs';

/** Debian packages with the libraries that Electron 33 to 45 link to; tested on a minimal Debian 12. */
const LIBRARIES = [
  ...'libgtk-3-0 libnss3 libasound2 libgbm1 libatk-bridge2.0-0 libcups2 libdrm2'.split(' '),
  ...'libxcomposite1 libxdamage1 libxrandr2 libxkbcommon0'.split(' '),
];

export const isOnPath = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)));

export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

function missing(program: string, forTests: boolean): string[] {
  if (process.platform !== 'linux') return [];
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return [
    ...(/not found/.test(stdout ?? '') ? LIBRARIES : []),
    ...((forTests || !hasDisplay()) && !isOnPath('Xvfb') ? ['xvfb'] : []),
  ];
}

const isRoot = process.getuid?.() === 0;
const hasApt = () => {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release) && isOnPath('apt-get');
};

function installing(packages: readonly string[]): string[] {
  // Newer releases renamed it, and the old name stands for two packages.
  const isRenamed = spawnSync('apt-cache', ['show', 'libasound2t64'], { stdio: 'ignore' }).status === 0;
  const names = packages.map((name) => (name === 'libasound2' && isRenamed ? 'libasound2t64' : name));
  return ['install', '-y', '--no-install-recommends', ...names];
}

export function howToInstall(packages: readonly string[]): string {
  const apt = isRoot ? 'apt-get' : 'sudo apt-get';
  return hasApt()
    ? `Run:\n  ${apt} update && ${apt} ${installing(packages).join(' ')}`
    : `Install these Debian packages, or your system's equivalents:\n  ${packages.join(' ')}`;
}

/**
 * Makes sure that the program can open a window.
 * @param installs whether to install missing packages as root on Debian or Ubuntu. Only this repository's own commands do
 * @param ofSomeTests for tests, which start their own displays: packages without which some of them are left out
 * @throws Error with the command to run, or with apt-get's output
 */
export async function prepareDisplay(program: string, installs = false, ofSomeTests?: readonly string[]) {
  const needed = missing(program, ofSomeTests !== undefined);
  const packages = [...needed, ...(ofSomeTests ?? [])];
  if (packages.length === 0) return;
  if (!hasApt() || !isRoot || !installs) {
    if (needed.length > 0) throw new Error(`Electron cannot open a window here. ${howToInstall(packages)}`);
    if (process.env.CI) throw new Error(`Some tests cannot run here. ${howToInstall(packages)}`);
    // The tests that need them say so.
    return;
  }
  let told = '';
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], env };
  const fails = (...args: string[]) =>
    run('apt-get', ['-q', ...args], options, (line) => {
      told += `\n${line}`;
    });
  const what = `setup: installing with apt-get, as root: ${packages.join(' ')}`;
  if (await step(what, async () => (await fails('update')) || fails(...installing(packages))))
    throw new Error(`apt-get could not install ${packages.join(' ')}:${told}`);
}

export type Display = Awaited<ReturnType<typeof startDisplay>>;

/**
 * A secret for an X server, in the format of Xau's file: any machine, any display. Without one, every user of this machine
 * could read the window and type into it.
 */
function newAuthority(): Buffer {
  const field = (value: Buffer | string) =>
    Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)]);
  const fields = ['', '', 'MIT-MAGIC-COOKIE-1', randomBytes(16)].map(field);
  return Buffer.concat([Buffer.from([0xff, 0xff]), ...fields]);
}

export async function startDisplay() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-display-'));
  // Xvfb finds a free number and writes it there.
  const XAUTHORITY = join(folder, 'authority');
  writeFileSync(XAUTHORITY, newAuthority(), { mode: 0o600 });
  const own = ['-displayfd', '3', '-fbdir', folder, '-auth', XAUTHORITY];
  const server = spawn('Xvfb', [...own, '-screen', '0', '1600x1200x24', '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // Ctrl+C signals the whole process group, and an app whose display goes first cannot end in order.
    detached: true,
  });
  let stderr = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const told = once(server.stdio[3] as Socket, 'data').then(([data]) => `:${String(data).trim()}`);
  const ended = once(server, 'exit').then(() => undefined);
  const name = await Promise.race([told, ended]);
  if (!name) throw new Error(`Xvfb did not start.\n${stderr}`);
  // It does not keep this process alive.
  for (const one of [server, server.stdio[3], server.stderr]) (one as Socket).unref();
  return {
    /** The variables that let programs find it and connect. */
    env: { DISPLAY: name, XAUTHORITY },
    /** File with the current picture, an X window dump. */
    picture: join(folder, 'Xvfb_screen0'),
    stop() {
      server.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Starts a display if there is none, for as long as this process runs. Returns its variables. */
export async function privateDisplay(): Promise<Display['env'] | undefined> {
  if (hasDisplay()) return undefined;
  const display = await startDisplay();
  process.on('exit', () => display.stop());
  return display.env;
}
