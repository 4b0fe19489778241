/** Reads an outbox folder the way a stranger would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Envelope, parseEnvelope } from '@sentry/core';
import { checksum } from '../../../../../electron/telemetry/outbox/envelope.ts';
import { type EnvelopeName, listOutbox } from '../../../../../electron/telemetry/outbox/folder.ts';
import { realFiles } from '../../../../../electron/telemetry/outbox/system.ts';

export interface StoredFile {
  file: string;
  name: EnvelopeName;
  /** Absent when the bytes are not those that were stored. */
  envelope: Envelope | undefined;
}

/** Every envelope file in the folder, being sent or not. */
export function readStored(folder: string): StoredFile[] {
  return listOutbox(folder, realFiles).envelopes.map(({ file, name }) => {
    const data = readFileSync(join(folder, file));
    const isWhole = data.length === name.size && checksum(data) === name.crc;
    return { file, name, envelope: isWhole ? parseEnvelope(data) : undefined };
  });
}

/** The messages of the stored errors, oldest first. */
export function storedErrors(folder: string): unknown[] {
  return readStored(folder)
    .filter(({ name }) => name.priority === 0)
    .map(({ envelope }) => {
      const event = envelope?.[1][0]?.[1] as { exception?: { values?: { value?: string }[] } } | undefined;
      return event?.exception?.values?.[0]?.value;
    });
}
