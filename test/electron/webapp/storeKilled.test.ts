import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Store } from '../../../electron/webapp/store.ts';
import { fileFolder } from '../testFolder.ts';

const folder = fileFolder();

it('a folder of saved responses has only complete entries after SIGKILL, at 3 moments', async () => {
  const size = 300_000;
  for (let round = 0; round < 3; round++) {
    await writeAndKill(size, round * 8);
    const store = new Store<{ round: number }>(folder, 50_000_000);
    for (let key = 0; key < 8; key++) {
      const entry = await store.read(String(key));
      expect(entry?.body.equals(Buffer.alloc(size, (entry?.meta.round ?? 0) % 256))).toBe(true);
    }
    expect(readdirSync(folder)).toHaveLength(8);
  }
}, 30_000);

/** Runs a writing process, and kills it a few ms after each key has been written once. */
async function writeAndKill(size: number, ms: number): Promise<void> {
  const script = join(import.meta.dirname, 'storeWriter.ts');
  const writer = spawn(process.execPath, [script, folder, String(size)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(writer, 'exit');
  try {
    await Promise.race([
      once(writer.stdout, 'data'),
      exit.then(() => Promise.reject(new Error('The writer ended.'))),
    ]);
    await new Promise((resolve) => setTimeout(resolve, ms));
  } finally {
    writer.kill('SIGKILL');
    await exit;
  }
}
