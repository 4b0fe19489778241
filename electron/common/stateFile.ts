/** Small JSON files with what the app remembers between launches. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { writeFileAtomicSync } from './atomicFile.ts';
import { log } from './log.ts';
import { readRegularFileSync } from './regularFile.ts';

/** Written beside the entries. Files of another format are ignored. */
const FORMAT = 1;
/** In bytes. This program writes no longer file. */
export const MAX_STATE_BYTES = 1_000_000;

/** Reads a file that `writeState` wrote. Never throws: a broken file must not keep the app from starting. */
export function readState<E extends v.ObjectEntries>(
  file: string,
  entries: E,
): { value?: v.InferOutput<v.StrictObjectSchema<E, undefined>>; problem?: string } {
  try {
    const text = readRegularFileSync(file, MAX_STATE_BYTES).toString();
    const { format, ...content } = v.parse(v.looseObject({ format: v.number() }), JSON.parse(text));
    if (format !== FORMAT) throw new Error(`its format is ${format}, not ${FORMAT}`);
    return { value: v.parse(v.strictObject(entries), content) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    return { problem: `${file} can’t be read and is ignored until it is written again: ${message}.` };
  }
}

/** Writes a file atomically. Synchronous, because the process may end next. Returns the error message, if any. */
export function writeState(file: string, content: object, flush = true): string | undefined {
  const write = () => writeFileAtomicSync(file, `${JSON.stringify({ format: FORMAT, ...content })}\n`, flush);
  try {
    try {
      write();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      mkdirSync(dirname(file), { recursive: true });
      write();
    }
    return undefined;
  } catch (error) {
    return `${file} can’t be written, so it holds for this run only: ${(error as Error).message}.`;
  }
}

/** A state file whose problems are told; of writes that fail in a row only the first, as on a full disk. */
export function stateFile<E extends v.ObjectEntries>(
  file: string,
  entries: E,
  tell: (problem: string) => void = log,
) {
  let hasFailed = false;
  return {
    read(): v.InferOutput<v.StrictObjectSchema<E, undefined>> | undefined {
      const { value, problem } = readState(file, entries);
      if (problem) tell(problem);
      return value;
    },
    write(content: object, flush = true): boolean {
      const problem = writeState(file, content, flush);
      if (problem && !hasFailed) tell(problem);
      hasFailed = problem !== undefined;
      return !hasFailed;
    },
  };
}
