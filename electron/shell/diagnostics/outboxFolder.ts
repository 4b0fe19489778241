/** The outbox folder as it is on disk, even if the outbox is not open. */
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as TEXTS from '../../shared/texts.ts';
import { listOutbox } from '../../telemetry/outbox/disk.ts';
import { summarize } from '../../telemetry/outbox/name.ts';
import { chargeOf } from '../../telemetry/outbox/outbox.policy.ts';
import { freeBytes, isFull } from '../app/freeSpace.ts';
import { reasonOf } from './reason.ts';

const texts = TEXTS.diagnostics;

/** Reads names, sizes and free space, and tests writing by creating an empty folder. Never throws. */
export function readDisk(folder: string) {
  const problems: string[] = [];
  const attempt = <T>(what: 'cannotRead' | 'cannotWrite' | 'cannotMeasure', action: () => T) => {
    try {
      return action();
    } catch (error) {
      problems.push(texts[what]({ folder, reason: reasonOf(error) }));
      return undefined;
    }
  };
  const files = attempt('cannotRead', () => listOutbox(folder)) ?? [];
  const waiting = files.filter(({ isQuarantined }) => !isQuarantined);
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  attempt('cannotWrite', () => rmdirSync(mkdtempSync(join(existing, '.holdfast-check-'))));
  const free = attempt('cannotMeasure', () => freeBytes(existing));
  if (isFull(free)) problems.push(texts.diskFull({ folder }));
  return {
    ...{ folder, problems, freeBytes: free },
    priorities: summarize(waiting),
    quarantined: files.length - waiting.length,
    usedBytes: files.reduce((sum, { size }) => sum + chargeOf(size), 0),
  };
}
