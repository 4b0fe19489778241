import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** @param removedBy gets what removes the folder. Background work may still write to it. */
function newFolder(name: string, removedBy: (remove: () => void) => unknown): string {
  const folder = mkdtempSync(join(tmpdir(), `holdfast-${name}-`));
  removedBy(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A new folder, removed with its content when the test that asks for it, or its `beforeEach`, ends. */
export const testFolder = (name = 'test'): string => newFolder(name, onTestFinished);

/** A new folder, removed after the tests of the file or block that asks for it outside of them. */
export const fileFolder = (name = 'test'): string => newFolder(name, afterAll);
