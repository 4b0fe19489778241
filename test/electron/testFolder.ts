import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { atEnd } from '../support/leftovers.ts';

/** @param removedBy gets what removes the folder. Background work may still write to it. */
function newFolder(name: string, removedBy: (remove: () => void) => unknown): string {
  const folder = mkdtempSync(join(tmpdir(), `holdfast-${name}-`));
  removedBy(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A new folder, removed with its content when the test that asks for it, or its `beforeEach`, ends. */
export const testFolder = (name = 'test'): string => newFolder(name, onTestFinished);

/** A new folder, removed at the end of the file that asks for it. */
export const fileFolder = (name = 'test'): string => newFolder(name, atEnd);
