/** Which runtime is taken, and what is tried to get one: pure, so that every case can be tested. */
import type { Display } from './runtime.ts';

/** What a window could be shown on. */
export type Screen = 'window' | 'xvfb' | 'none';

export interface Found {
  path: string;
  version: string;
}

export interface Facts {
  /** What HOLDFAST_RUNTIME asks for, if it is set. */
  forced: 'electron' | 'stand-in' | undefined;
  electron: Found | undefined;
  /** Whether fetching Electron is still worth an attempt. */
  fetch: 'due' | 'failed';
  screen: Screen;
  chromium: Found | 'unknown' | 'none';
  /** Whether the system's package manager is still worth an attempt. */
  apt: 'due' | 'failed' | 'not here';
}

export type Step =
  | { do: 'use electron'; electron: Found; display: Exclude<Display, 'headless'> }
  | { do: 'fetch electron' }
  | { do: 'use stand-in'; chromium: Found; display: Exclude<Display, 'xvfb'> }
  | { do: 'look for chromium' }
  | { do: 'install chromium' }
  | { do: 'give up' };

/** What to do next with what is known: Electron before the stand-in, what is there before what must be fetched. */
export function nextStep(facts: Facts): Step {
  if (facts.forced !== 'stand-in') {
    const { electron, screen } = facts;
    if (electron && screen !== 'none') return { do: 'use electron', electron, display: screen };
    if (!electron && facts.fetch === 'due') return { do: 'fetch electron' };
    if (facts.forced === 'electron') return { do: 'give up' };
  }
  const { chromium } = facts;
  if (chromium === 'unknown') return { do: 'look for chromium' };
  if (chromium === 'none') return { do: facts.apt === 'due' ? 'install chromium' : 'give up' };
  return { do: 'use stand-in', chromium, display: facts.screen === 'window' ? 'window' : 'headless' };
}

/** What a window could be shown on. Only Linux can be without a display. */
export function screenOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, hasXvfb: boolean): Screen {
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return 'window';
  return hasXvfb ? 'xvfb' : 'none';
}

/** A failed attempt to fetch Electron. */
export interface Attempt {
  /** What was fetched from where: another version or mirror is another attempt. */
  key: string;
  /** When it failed, ms since 1970. */
  at: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether an attempt failed within the last day, so that none is made now. */
export function isRemembered(last: Attempt | undefined, key: string, now: number): boolean {
  return last !== undefined && last.key === key && now >= last.at && now - last.at < DAY_MS;
}

/** Longest time without a new byte, and longest time at all, for about 110 MB. */
const STALL_MS = 30_000;
const LONGEST_MS = 15 * 60_000;

/** Why a download is to be given up, if it is. Times in ms: since its start, and since its last new byte. */
export function giveUpFetch(elapsed: number, sinceGrowth: number): string | undefined {
  if (sinceGrowth >= STALL_MS) return `nothing came for ${STALL_MS / 1000} s`;
  if (elapsed >= LONGEST_MS) return `not done after ${LONGEST_MS / 60_000} minutes`;
  return undefined;
}
