/** Folders for tests, removed after each. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A fresh folder's path; the folder itself does not exist yet. */
export function freshFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'outbox-'));
  made.push(parent);
  return join(parent, 'outbox');
}
