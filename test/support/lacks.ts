import { lacksProgram, type TestProgram } from './programs.ts';

/** Features that tests use and some systems lack, each with the reason. */
const isWindows = process.platform === 'win32';
const isLinux = process.platform === 'linux';

const LACKS = {
  // Windows cannot stop a process, and a process ended by a signal has an exit code there.
  signals: isWindows,
  // Other systems list processes only through programs, each with its own output.
  '/proc': !isLinux,
  // Chromium locks a profile with a link on Linux and macOS, with a mutex on Windows.
  SingletonLock: isWindows,
  // Only Linux reveals a server's owner, and only root can become another user.
  'another user': !isLinux || process.getuid?.() !== 0,
} as const;

/** Whether this system lacks any of these, as in `it.skipIf(lacks('signals'))`. */
export const lacks = (...needed: (keyof typeof LACKS)[]): boolean => needed.some((one) => LACKS[one]);

declare module 'vitest' {
  interface TaskMeta {
    /** The program for want of which a test is left out; globalSetup says so. */
    without?: TestProgram;
  }
}

/** Options of tests that need programs which the person who runs them may be unable to install. */
export function needing(...programs: TestProgram[]): { skip?: true; meta?: { without: TestProgram } } {
  const without = programs.find(lacksProgram);
  return without ? { skip: true, meta: { without } } : {};
}
