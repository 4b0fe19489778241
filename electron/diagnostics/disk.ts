/** The outbox folder as the disk has it, without opening the outbox: all that `--diagnostics` can know. */
import { existsSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as TEXTS from '../shared/texts.ts';
import { PRIORITIES } from '../telemetry/outbox/envelope.ts';
import { realFiles } from '../telemetry/outbox/files.ts';
import { EMPTY_LISTING, type Listing, listOutbox } from '../telemetry/outbox/folder.ts';
import { chargeOf } from '../telemetry/outbox/retention.policy.ts';
import type { OutboxState } from '../telemetry/outbox/state.ts';
import { reasonOf } from './probe.ts';

const texts = TEXTS.diagnostics;

/** Free bytes below which a disk counts as full: less than one large report needs. */
const FULL_BYTES = 1_000_000;

/** The folder of the outbox; sizes in bytes. */
export interface DiskFacts
  extends Pick<OutboxState, 'folder' | 'priorities' | 'quarantined' | 'foreign' | 'usedBytes'> {
  freeBytes?: number;
  /** What is wrong, a sentence each. */
  problems: string[];
}

/**
 * Reads names, sizes and free space, and tries to write by making and removing an empty folder: in `folder`, or in the
 * nearest one above it that exists. Changes nothing else and never throws.
 */
export function readDisk(folder: string): DiskFacts {
  const problems: string[] = [];
  const attempt = <T>(what: string, action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      problems.push(texts.folder(folder, what, reasonOf(error)));
      return undefined;
    }
  };
  const listing = attempt(texts.cannotRead, () => listOutbox(folder, realFiles)) ?? EMPTY_LISTING;
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  attempt(texts.cannotWrite, () => rmdirSync(mkdtempSync(join(existing, '.holdfast-check-'))));
  const freeBytes = attempt(texts.cannotMeasure, () => {
    const { bavail, bsize, blocks } = statfsSync(existing);
    // What isn't a disk has no blocks.
    return blocks > 0 ? bavail * bsize : undefined;
  });
  if (freeBytes !== undefined && freeBytes < FULL_BYTES) problems.push(texts.diskFull(folder));
  return { folder, ...sumUp(listing), ...(freeBytes !== undefined && { freeBytes }), problems };
}

function sumUp({ envelopes, quarantined, foreign }: Listing) {
  const priorities = PRIORITIES.map((name, priority) => {
    const ofOne = envelopes
      .filter((envelope) => envelope.name.priority === priority)
      .map(({ name: one }) => one);
    const bytes = ofOne.reduce((sum, { size }) => sum + size, 0);
    const oldest = ofOne.length > 0 ? Math.min(...ofOne.map(({ time }) => time)) : undefined;
    return { name, count: ofOne.length, bytes, oldest };
  });
  const sizes = [...envelopes.map(({ name }) => name.size), ...quarantined.map(({ bytes }) => bytes)];
  return {
    priorities,
    quarantined: quarantined.length,
    foreign: foreign.length,
    usedBytes: sizes.reduce((sum, size) => sum + chargeOf(size), 0),
  };
}
