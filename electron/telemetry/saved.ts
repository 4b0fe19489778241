/** Everything on disk that belongs to reports, including memory dumps of crashes, which wait for the next start. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { forEach } from '../common/forEach.ts';
import type { Outbox } from './outbox/outbox.ts';
import { removeScopeFiles, telemetryFolder } from './sentry/lastRun.ts';

/** Dumps, and the files that Crashpad writes beside them. */
function filesIn(dumps: string): string[] {
  if (!existsSync(dumps)) return [];
  const names = readdirSync(dumps, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.(?:dmp|meta)$/i.test(name)).map((name) => join(dumps, name));
}

export function savedReports(outbox: Outbox, dumps: string) {
  const { priorities, quarantined, usedBytes } = outbox.state();
  const files = filesIn(dumps);
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const those = quarantined + files.filter((file) => /\.dmp$/i.test(file)).length;
  return {
    count: priorities.reduce((sum, { count }) => sum + count, those),
    bytes: sizes.reduce((sum, size) => sum + size, usedBytes),
  };
}

/** Removes everything. Throws the first error after trying all. @param forget what the SDK keeps, if it runs */
export function eraseReports(
  outbox: Outbox,
  userData: string,
  dumps: string,
  forget = () => removeScopeFiles(userData),
): void {
  const folder = () => rmSync(telemetryFolder(userData), { recursive: true, force: true });
  const eraseDumps = () => forEach(filesIn(dumps), (file) => rmSync(file, { force: true }));
  forEach([outbox.erase, eraseDumps, forget, folder], (erase) => erase());
}
