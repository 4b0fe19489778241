/** Finds what the app runs on in development, and gets it where it is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from '../setup/failure.mjs';
import { withLock } from '../setup/lock.mjs';
import * as setup from '../setup/run.mjs';
import { bundledStandIn } from '../standin/bundle.ts';
import { aptIsHere, installChromium } from './apt.ts';
import { readCache, root, writeCache } from './cache.ts';
import { chromiumHere, OLDEST_CHROMIUM } from './chromium.ts';
import { type Attempt, type Facts, isRemembered, nextStep, screenOf } from './decide.ts';
import { electronHere, electronPackage, fetchElectron, fetchKey, wantedElectron } from './electron.ts';
import { electronRuntime, type Runtime, standInRuntime } from './runtime.ts';

export interface FindOptions {
  env?: NodeJS.ProcessEnv;
  /** Takes a line of progress. */
  say?: (line: string) => void;
}

interface Search extends Required<FindOptions> {
  facts: Facts;
  tried: string[];
}

/** Name in .cache under which the last failed attempt to fetch Electron is remembered. */
const ATTEMPT = 'electron-fetch';
const NO_SCREEN = 'there is neither a display nor xvfb-run';

/**
 * Finds a runtime in this order: an Electron that is there; Electron fetched by its own package, an attempt that is
 * not repeated for a day after it failed; the stand-in with a Chromium that is there; the stand-in with one from the
 * package manager. HOLDFAST_RUNTIME=electron or =stand-in allows only that one; `electron` also repeats the attempt.
 * @throws Failure when none is to be had, naming what was tried and the ways there are
 */
export async function findRuntime({
  env = process.env,
  say = setup.say,
}: FindOptions = {}): Promise<Runtime> {
  const facts: Facts = {
    forced: forcedBy(env),
    electron: undefined,
    fetch: 'due',
    screen: screenOf(env, process.platform, isOnPath('xvfb-run', env)),
    chromium: 'unknown',
    apt: aptIsHere(process.getuid?.(), osRelease(), isOnPath('apt-get', env)) ? 'due' : 'not here',
  };
  const search: Search = { env, say, facts, tried: [] };
  if (facts.forced !== 'stand-in') lookForElectron(search);
  for (;;) {
    const step = nextStep(facts);
    switch (step.do) {
      case 'use electron':
        return electronRuntime(step.electron, step.display, search.tried);
      case 'fetch electron':
        await withLock(root, say, () => tryElectron(search));
        break;
      case 'look for chromium':
        if (facts.electron) search.tried.push(`electron ${facts.electron.version} is here, but ${NO_SCREEN}`);
        facts.chromium = chromiumHere(env, search.tried) ?? 'none';
        break;
      case 'install chromium':
        await withLock(root, say, () => tryChromium(search));
        break;
      case 'use stand-in':
        return standInRuntime(await bundledStandIn(root), step.chromium, step.display, search.tried);
      case 'give up':
        throw noRuntime(search);
    }
  }
}

function forcedBy({ HOLDFAST_RUNTIME: forced }: NodeJS.ProcessEnv): Facts['forced'] {
  if (!forced) return undefined;
  if (forced === 'electron' || forced === 'stand-in') return forced;
  throw new Failure(`HOLDFAST_RUNTIME is "${forced}".`, 'Set it to electron or stand-in, or unset it.');
}

function lookForElectron({ env, facts, tried }: Search): void {
  facts.electron = electronHere(electronPackage, env, process.platform);
  if (facts.electron) return;
  const version = wantedElectron(electronPackage);
  tried.push(`electron ${version} is not installed`);
  if (facts.forced === 'electron') return;
  if (isRemembered(readCache(ATTEMPT) as Attempt | undefined, fetchKey(version, env), Date.now())) {
    facts.fetch = 'failed';
    tried.push('fetching it failed less than a day ago');
  }
}

async function tryElectron({ env, say, facts, tried }: Search): Promise<void> {
  // While this one waited for the lock, another setup may have fetched it.
  facts.electron = electronHere(electronPackage, env, process.platform);
  if (facts.electron) return;
  const reason = await fetchElectron(electronPackage, env, say);
  facts.electron = electronHere(electronPackage, env, process.platform);
  if (facts.electron) return;
  facts.fetch = 'failed';
  const failure = `fetching it failed: ${reason ?? 'it is not in its place'}`;
  tried.push(failure);
  writeCache(ATTEMPT, {
    key: fetchKey(wantedElectron(electronPackage), env),
    at: Date.now(),
  } satisfies Attempt);
  say(`electron: ${failure}; the next attempt is in a day, or at once with HOLDFAST_RUNTIME=electron`);
}

async function tryChromium({ env, say, facts, tried }: Search): Promise<void> {
  const reason = await installChromium(env, say);
  facts.apt = 'failed';
  if (reason) tried.push(reason);
  else facts.chromium = 'unknown';
}

function noRuntime({ facts, tried }: Search): Failure {
  const { forced, electron } = facts;
  if (forced === 'electron' && electron) {
    return new Failure(
      `HOLDFAST_RUNTIME=electron: electron ${electron.version} is here, but ${NO_SCREEN}.`,
      'Install xvfb (apt-get install xvfb), set DISPLAY, or unset HOLDFAST_RUNTIME.',
    );
  }
  const ways = {
    electron: [
      'an Electron on this machine: ELECTRON_OVERRIDE_DIST_PATH=<the folder of an unpacked Electron>',
      'Electron from a mirror within reach: ELECTRON_MIRROR=<url>',
    ],
    'stand-in': [
      `a Chromium ${OLDEST_CHROMIUM} or later for the stand-in: installed, or CHROME_PATH=<its file>`,
    ],
  };
  return new Failure(
    `${forced ? `HOLDFAST_RUNTIME=${forced}` : 'Nothing to run the app with'}: ${tried.join('; ')}. What helps:`,
    ...(forced ? ways[forced] : [...ways.electron, ...ways['stand-in']]).map((way) => `- ${way}`),
  );
}

function isOnPath(name: string, env: NodeJS.ProcessEnv): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)));
}

function osRelease(): string {
  return existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
}
