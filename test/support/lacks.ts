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
