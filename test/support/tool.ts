/** Runs the tool `holdfast` in folders that look like repositories of other people's apps. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { APP } from './app.ts';

export const CLI = join(APP, 'electron', 'dev', 'cli.ts');

/**
 * A folder with these files, removed with its test.
 * @param files texts by path; what is no text becomes JSON
 */
export async function repository(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast tööl '));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs it to its end, without a terminal. */
export function holdfast(cwd: string, ...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}
