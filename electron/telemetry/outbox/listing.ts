/** What is in an outbox folder, told from names alone. Changes nothing. */
import { join } from 'node:path';
import type { Files } from './files.ts';
import { type ParsedName, parseName } from './name.ts';

/** Names inside an outbox folder that are not envelopes. */
export const UNFINISHED_FOLDER = 'tmp';
export const QUARANTINE_FOLDER = 'quarantine';
export const LIMITS_FILE = 'limits.json';

/** The contents of an outbox folder. */
export interface Listing {
  /** Envelopes of this version, oldest name first. */
  envelopes: ParsedName[];
  /** Files that could not be read. */
  quarantined: { file: string; bytes: number }[];
  /** Files of another version or of nobody known: left alone. */
  foreign: string[];
  /** Writes that are under way, or were when a process ended. */
  unfinished: string[];
}

/**
 * Lists the outbox in `folder`; a folder that does not exist is an empty one.
 * @throws Node's file system error when the folder cannot be read.
 */
export function listOutbox(folder: string, files: Pick<Files, 'list' | 'size'>): Listing {
  const envelopes: ParsedName[] = [];
  const foreign: string[] = [];
  for (const file of files.list(folder).sort()) {
    if (file === UNFINISHED_FOLDER || file === QUARANTINE_FOLDER || file === LIMITS_FILE) continue;
    const parsed = parseName(file);
    if (parsed) envelopes.push(parsed);
    else foreign.push(file);
  }
  const quarantine = join(folder, QUARANTINE_FOLDER);
  return {
    envelopes,
    quarantined: files.list(quarantine).map((file) => ({ file, bytes: files.size(join(quarantine, file)) })),
    foreign,
    unfinished: files.list(join(folder, UNFINISHED_FOLDER)),
  };
}
