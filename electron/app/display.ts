/** Linux without a display: Chromium would end with a memory dump, and say why in words of its own. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * Why no window can be shown, in one sentence; undefined where one can, or where that cannot be known.
 * @param args the command line
 * @param isServed whether an X server listens at the display of this number
 */
export function displayProblem(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  isServed: (number: string) => boolean = isXServed,
): string | undefined {
  if (
    platform !== 'linux' ||
    env.WAYLAND_DISPLAY ||
    args.some((one) => /^--(headless|ozone-platform=)/.test(one))
  ) {
    return undefined;
  }
  if (!env.DISPLAY) return 'There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.';
  const [, number] = /^:(\d+)(?:\.\d+)?$/.exec(env.DISPLAY) ?? [];
  if (number === undefined || isServed(number)) return undefined;
  return `There is no display: nobody listens at ${env.DISPLAY}, which DISPLAY names.`;
}

/** Whether an X server has a socket of this number, in the file system or beside it. */
function isXServed(number: string): boolean {
  const path = `/tmp/.X11-unix/X${number}`;
  try {
    return existsSync(path) || readFileSync('/proc/net/unix', 'utf8').includes(`@${path}\n`);
  } catch {
    // A sandbox around the app may hide both.
    return true;
  }
}
