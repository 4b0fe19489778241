/** What tests use that some systems lack. The reason is told here, once. */
const isWindows = process.platform === 'win32';
const isLinux = process.platform === 'linux';

const LACKS = {
  // Windows stops no process, and an end by a signal has an exit code there.
  signals: isWindows,
  // Other systems tell of processes by programs, each with its own output.
  '/proc': !isLinux,
  // Chromium locks a profile by a link on Linux and macOS, by a mutex on Windows.
  SingletonLock: isWindows,
  // Linux tells whose a server is, and only root becomes somebody else.
  'another user': !isLinux || process.getuid?.() !== 0,
} as const;

/** Whether this system lacks any of these, as in `it.skipIf(lacks('signals'))`. */
export const lacks = (...needed: (keyof typeof LACKS)[]): boolean => needed.some((one) => LACKS[one]);
