/** The Chromium on this machine that the stand-in drives. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { Failure } from '../setup/failure.mjs';
import { readCache, writeCache } from './cache.ts';
import type { Found } from './decide.ts';

/** vite.config.ts builds the page for this one. */
export const OLDEST_CHROMIUM = 140;
const VERSION_LIMIT_MS = 20_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const WINDOWS_PROGRAMS = ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe'];

/**
 * Where a Chromium may be, best first. CHROME_PATH, when it is set, is the only one: a person who names a file does
 * not want another.
 */
export function candidates(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (env.CHROME_PATH) return [resolve(env.CHROME_PATH)];
  const set = (folders: (string | undefined)[]) => folders.flatMap((folder) => folder || []);
  if (platform === 'win32') {
    const folders = set([env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]);
    const programs = [...WINDOWS_PROGRAMS, 'Microsoft/Edge/Application/msedge.exe'];
    return programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  }
  const onPath = NAMES.flatMap((name) =>
    set((env.PATH ?? '').split(delimiter)).map((folder) => join(folder, name)),
  );
  if (platform !== 'darwin') return onPath;
  const folders = ['/Applications', ...set([env.HOME]).map((home) => join(home, 'Applications'))];
  return [
    ...onPath,
    ...MAC_APPS.flatMap((app) => folders.map((f) => join(f, `${app}.app/Contents/MacOS/${app}`))),
  ];
}

/** The version in the answer to `--version`, e.g. `Chromium 156.0.8078.79 built on …`. */
export function parseVersion(answer: string): string | undefined {
  return /\b\d+\.\d+\.\d+\.\d+\b/.exec(answer)?.[0];
}

interface Known extends Found {
  mtimeMs: number;
  size: number;
  /** When it was asked for its version, ms since 1970. */
  at: number;
}

/** Whether an answer of the same file, unchanged, from the last day is known. A launcher script may hide an update. */
export function isKnown(
  known: Partial<Known> | undefined,
  path: string,
  stats: Stats,
  now: number,
): known is Known {
  return (
    known?.path === path &&
    typeof known.version === 'string' &&
    known.mtimeMs === stats.mtimeMs &&
    known.size === stats.size &&
    typeof known.at === 'number' &&
    now >= known.at &&
    now - known.at < DAY_MS
  );
}

/**
 * The first Chromium that starts and is new enough, with its version.
 * @param tried takes a line for each one that would not do
 * @throws Failure when CHROME_PATH names one that would not do
 */
export function chromiumHere(env: NodeJS.ProcessEnv = process.env, tried: string[] = []): Found | undefined {
  for (const path of candidates(env, process.platform)) {
    const stats = statSync(path, { throwIfNoEntry: false });
    const found = stats?.isFile() ? examine(path, stats) : `${path} is no file`;
    if (typeof found !== 'string') return found;
    if (env.CHROME_PATH) throw new Failure(`CHROME_PATH: ${found}.`, 'Let it name a Chromium, or unset it.');
    if (stats) tried.push(found);
  }
  tried.push(`no Chromium ${OLDEST_CHROMIUM} or later found`);
  return undefined;
}

/** The path of the Chromium to drive; undefined when there is none. Throws when CHROME_PATH names a wrong one. */
export function findChromium(): string | undefined {
  return chromiumHere()?.path;
}

/** The Chromium at a path, or what is wrong with it. */
function examine(path: string, stats: Stats): Found | string {
  const known = readCache('chromium') as Partial<Known> | undefined;
  if (isKnown(known, path, stats, Date.now())) return { path, version: known.version };
  const version = process.platform === 'win32' ? versionBeside(path) : versionAnswered(path);
  if (version === undefined) return `${path} does not start or tells no version`;
  if (Number.parseInt(version, 10) < OLDEST_CHROMIUM)
    return `${path} is older than ${OLDEST_CHROMIUM}: ${version}`;
  writeCache('chromium', {
    path,
    version,
    mtimeMs: stats.mtimeMs,
    size: stats.size,
    at: Date.now(),
  } satisfies Known);
  return { path, version };
}

function versionAnswered(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return undefined;
  }
  // Launcher scripts write harmless warnings to stderr: only stdout and the exit code count.
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: VERSION_LIMIT_MS });
  return answer.status === 0 ? parseVersion(answer.stdout) : undefined;
}

/** On Windows `--version` opens a window instead of answering; the version is the name of a folder beside the program. */
function versionBeside(path: string): string | undefined {
  const versions = readdirSync(dirname(path)).filter((name) => parseVersion(name) === name);
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}
