/** The time that a build carries is the source's, so that builds of one commit are the same on every day. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns when the source in a folder was made, in ms since the epoch: `SOURCE_DATE_EPOCH` (in s, see
 * https://reproducible-builds.org/specs/source-date-epoch/), else the time of the commit, else that of package.json,
 * which archives of a commit keep, or of the folder if it has none.
 * @param {string} folder
 * @param {{ SOURCE_DATE_EPOCH?: string | undefined }} [env]
 * @throws Error if `SOURCE_DATE_EPOCH` is no number of seconds
 */
export function buildTime(folder, env = process.env) {
  const { SOURCE_DATE_EPOCH: seconds } = env;
  if (seconds) {
    if (!/^\d{1,11}$/.test(seconds))
      throw new Error(`SOURCE_DATE_EPOCH is "${seconds}": it must be seconds since 1970.`);
    return Number(seconds) * 1000;
  }
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: folder, encoding: 'utf8' });
  if (Number(stdout)) return Number(stdout) * 1000;
  const file = statSync(join(folder, 'package.json'), { throwIfNoEntry: false }) ?? statSync(folder);
  return Math.floor(file.mtimeMs);
}

/** The start of that UTC day. @param {string} folder */
export function buildDay(folder) {
  const time = buildTime(folder);
  return time - (time % 86_400_000);
}
