/** A Chromium from the system's package manager, where that needs nobody's leave: as root on Debian or Ubuntu. */

import { Failure } from '../setup/failure.mjs';
import { run, stopSignal } from '../setup/run.mjs';

/**
 * Whether Chromium can be installed here.
 * @param osRelease the text of /etc/os-release
 */
export function aptIsHere(uid: number | undefined, osRelease: string, hasAptGet: boolean): boolean {
  return uid === 0 && hasAptGet && /^ID="?(debian|ubuntu)"?$/m.test(osRelease);
}

/**
 * Installs Chromium with what the package manager knows; when that fails, once more after it learned what is new.
 * @returns why it failed; undefined when it did not
 */
export async function installChromium(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<string | undefined> {
  const limits = ['-o', 'Acquire::http::Timeout=30', '-o', 'Acquire::https::Timeout=30'];
  const apt = async (...args: string[]) => {
    say(`apt-get ${args.join(' ')}`);
    const { code } = await run('apt-get', [...limits, ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      // All on stderr: stdout is the app's.
      stdio: ['ignore', 2, 2],
      // Killed, it would leave the system's packages half installed.
      stopWith: 'SIGTERM',
    });
    if (stopSignal()) throw new Failure('Stopped while Chromium was installed.');
    return code === 0;
  };
  const install = () => apt('install', '-y', '--no-install-recommends', 'chromium');
  if (await install()) return undefined;
  if ((await apt('update')) && (await install())) return undefined;
  return 'apt-get could not install chromium, its message is above';
}
