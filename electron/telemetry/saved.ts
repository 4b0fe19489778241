/** Everything on disk that belongs to reports, including memory dumps of crashes, which wait for the next start. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { forEach } from '../common/forEach.ts';
import type { Saved } from '../shared/telemetryMessages.ts';
import type { Outbox } from './outbox/outbox.ts';
import { removeScopeFiles, telemetryFolder } from './sentry/lastRun.ts';

/** A dump, and the file that Crashpad writes beside it. */
const FILES = /\.(dmp|meta)$/i;

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => FILES.test(name)).map((name) => join(folder, name));
}

function savedDumps(folder: string): Saved {
  const files = filesIn(folder);
  const sizes = files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return {
    count: files.filter((file) => /\.dmp$/i.test(file)).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

/** Removes them. Throws the first file system error after trying all. */
function eraseDumps(folder: string): void {
  forEach(filesIn(folder), (file) => rmSync(file, { force: true }));
}

/** Returns what waits in the outbox, and the dumps. */
export function savedReports(outbox: Outbox, dumps: string): Saved {
  const { priorities, quarantined, usedBytes } = outbox.state();
  const dumped = savedDumps(dumps);
  const count = priorities.reduce((sum, one) => sum + one.count, quarantined + dumped.count);
  return { count, bytes: usedBytes + dumped.bytes };
}

/** Removes everything. Throws the first error after trying all. @param forget what the SDK keeps, if it runs */
export function eraseReports(
  outbox: Outbox,
  userData: string,
  dumps: string,
  forget = () => removeScopeFiles(userData),
): void {
  const folder = () => rmSync(telemetryFolder(userData), { recursive: true, force: true });
  forEach([outbox.erase, () => eraseDumps(dumps), forget, folder], (erase) => erase());
}
