/** The outbox's folder as the disk has it, without opening the outbox: what `--diagnostics` can know. */
import { existsSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LANES } from '../telemetry/outbox/envelope.ts';
import { codeOf, type Files, realFiles } from '../telemetry/outbox/files.ts';
import { type Listing, listOutbox } from '../telemetry/outbox/folder.ts';
import { chargeOf } from '../telemetry/outbox/retention.policy.ts';
import type { DiskParts } from './gather.ts';

/** Bytes on a disk below which it counts as full: less than one large report needs. */
export const FULL_BYTES = 1_000_000;

const NOTHING: Listing = { envelopes: [], quarantined: [], foreign: [], unfinished: [] };

const CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'it may not be used',
  EPERM: 'it may not be written',
  ENOTDIR: 'a file is where a folder should be',
};

/**
 * Reads names, sizes and the free space, and tries whether the folder can be written: in it, or as long as it is not
 * there in the nearest folder above, an empty folder is made and removed. Nothing else is changed; nothing is thrown.
 * @param files for tests that make a disk fail
 */
export function readDisk(folder: string, files: Pick<Files, 'list' | 'size'> = realFiles): DiskParts {
  const trouble: string[] = [];
  const attempt = <T>(what: string, action: () => T): T | undefined => {
    try {
      return action();
    } catch (error) {
      const code = codeOf(error);
      trouble.push(`${folder} ${what}: ${CODES[code] ?? (error as Error).message} (${code}).`);
      return undefined;
    }
  };
  const listing = attempt('cannot be read', () => listOutbox(folder, files)) ?? NOTHING;
  const place = nearest(folder);
  attempt('cannot be written', () => rmdirSync(mkdtempSync(join(place, '.holdfast-check-'))));
  const freeBytes = attempt('does not tell its free space', () => {
    const { bavail, bsize, blocks } = statfsSync(place);
    // What is no disk has no blocks.
    return blocks > 0 ? bavail * bsize : undefined;
  });
  if (freeBytes !== undefined && freeBytes < FULL_BYTES)
    trouble.push(`The disk of ${folder} is full or nearly so: reports wait in memory until there is room.`);
  return { listed: sumUp(listing), ...(freeBytes !== undefined && { freeBytes }), trouble };
}

/** The folder, or the nearest one above it that is there. */
function nearest(folder: string): string {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

function sumUp({ envelopes, quarantined, foreign }: Listing): DiskParts['listed'] {
  const lanes = LANES.map((name, lane) => {
    const inLane = envelopes.filter((envelope) => envelope.name.lane === lane).map(({ name: one }) => one);
    const bytes = inLane.reduce((sum, { size }) => sum + size, 0);
    const oldest = Math.min(...inLane.map(({ time }) => time));
    return { name, count: inLane.length, bytes, ...(inLane.length > 0 && { oldest }) };
  });
  const sizes = [...envelopes.map(({ name }) => name.size), ...quarantined.map(({ bytes }) => bytes)];
  return {
    lanes,
    quarantined: quarantined.length,
    foreign: foreign.length,
    usedBytes: sizes.reduce((sum, size) => sum + chargeOf(size), 0),
  };
}
