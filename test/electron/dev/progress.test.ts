import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { received, sizeOf, step } from '../../../electron/dev/progress.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The output of a step of so many seconds. */
async function written(seconds: number, isTTY: boolean, amount?: () => string): Promise<string[]> {
  const lines: string[] = [];
  const out = { isTTY, columns: 40, write: (text: string) => lines.push(text) > 0 };
  const work = () => new Promise<string>((resolve) => setTimeout(resolve, seconds * 1000 + 1, 'done'));
  const over = step('setup: packing', work, amount, out);
  await vi.advanceTimersByTimeAsync(seconds * 1000 + 1);
  expect(await over).toBe('done');
  return lines;
}

const CLEAR = '\x1b[K';

it('prints only what begins without a terminal, or within five seconds', async () => {
  expect(await written(60, false)).toEqual(['setup: packing ...\n']);
  expect(await written(4, true)).toEqual(['setup: packing ...\n', CLEAR]);
});

it('shows the seconds, and removes that line', async () => {
  const told = [5, 6, 7].map((seconds) => `setup: packing, ${seconds} s${CLEAR}\r`);
  expect(await written(7, true)).toEqual(['setup: packing ...\n', ...told, CLEAR]);
});

it('shows the amount, within the width of the terminal', async () => {
  const amounts = [40, 80][Symbol.iterator]();
  const lines = await written(6, true, () => `${amounts.next().value} of 196 MB and many more words`);
  expect(lines.slice(1, -1)).toEqual([
    `setup: packing, 40 of 196 MB and many m${CLEAR}\r`,
    `setup: packing, 80 of 196 MB and many m${CLEAR}\r`,
  ]);
});

it('removes its line when the work fails, too', async () => {
  const lines: string[] = [];
  const out = { isTTY: true, write: (text: string) => lines.push(text) > 0 };
  await expect(step('a', () => Promise.reject(new Error('full')), undefined, out)).rejects.toThrow('full');
  expect(lines).toEqual(['a ...\n', CLEAR]);
  expect(vi.getTimerCount()).toBe(0);
});

describe('the size of a folder', () => {
  it('is that of its files, and 0 without it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-progress-'));
    writeFileSync(join(folder, 'a'), Buffer.alloc(3_400_000));
    expect(sizeOf(folder)).toBe(3_400_000);
    expect(received(folder, 8_000_000)()).toBe('3 of 8 MB');
    expect(received(folder)()).toBe('3 MB');
    rmSync(folder, { recursive: true });
    expect(sizeOf(folder)).toBe(0);
  });
});
