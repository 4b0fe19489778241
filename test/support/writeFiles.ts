import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files into a folder, with the folders around them. Texts and bytes are written as they are. Returns the folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const isWhole = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, name), isWhole ? content : JSON.stringify(content));
  }
  return folder;
}
