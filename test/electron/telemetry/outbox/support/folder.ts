/** Folders for tests, removed after each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh folder's path; the folder itself does not exist yet. */
export function freshFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'outbox-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'outbox');
}
