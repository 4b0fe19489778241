/** Reads an outbox folder like another program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Envelope, parseEnvelope } from '@sentry/core';
import { listOutbox, type NamedFile } from '../../../../../electron/telemetry/outbox/disk.ts';

export interface StoredFile extends NamedFile {
  /** Absent if the file is damaged. */
  envelope: Envelope | undefined;
}

/** The files in the folder that wait to be sent. */
export const waitingIn = (folder: string) => listOutbox(folder).filter(({ isQuarantined }) => !isQuarantined);

/** Every envelope in the folder. */
export function readStored(folder: string): StoredFile[] {
  return waitingIn(folder).map((one) => {
    const data = readFileSync(join(folder, one.file));
    return { ...one, envelope: data.length === one.size ? parse(data) : undefined };
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
    .filter(({ priority }) => priority === 0)
    .map(({ envelope }) => {
      const event = envelope?.[1][0]?.[1] as { exception?: { values?: { value?: string }[] } } | undefined;
      return event?.exception?.values?.[0]?.value;
    });
}
