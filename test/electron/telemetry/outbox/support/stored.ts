/** Reads an outbox folder as another program would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Envelope, parseEnvelope } from '@sentry/core';
import { listOutbox } from '../../../../../electron/telemetry/outbox/disk.ts';
import type { EnvelopeName } from '../../../../../electron/telemetry/outbox/name.ts';

export interface StoredFile {
  file: string;
  name: EnvelopeName;
  /** Absent when the file is damaged. */
  envelope: Envelope | undefined;
}

/** Every envelope in the folder. */
export function readStored(folder: string): StoredFile[] {
  return listOutbox(folder).envelopes.map(({ file, name }) => {
    const data = readFileSync(join(folder, file));
    return { file, name, envelope: data.length === name.size ? parse(data) : undefined };
  });
}

function parse(data: Buffer): Envelope | undefined {
  try {
    return parseEnvelope(data);
  } catch {
    return undefined;
  }
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
