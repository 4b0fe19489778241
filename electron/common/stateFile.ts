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

/** Never throws: a broken file must not keep the app from starting. Of writes that fail in a row only the first is told. */
export function stateFile<E extends v.ObjectEntries>(
  file: string,
  entries: E,
  tell: (problem: string) => void = log,
) {
  let hasFailed = false;
  return {
    read(): v.InferOutput<v.StrictObjectSchema<E, undefined>> | undefined {
      try {
        const text = readRegularFileSync(file, MAX_STATE_BYTES).toString();
        const { format, ...content } = v.parse(v.looseObject({ format: v.number() }), JSON.parse(text));
        if (format !== FORMAT) throw new Error(`its format is ${format}, not ${FORMAT}`);
        return v.parse(v.strictObject(entries), content);
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code !== 'ENOENT')
          tell(`${file} can’t be read and is ignored until it is written again: ${message}.`);
        return undefined;
      }
    },
    /** Synchronous, because the process may end next. @returns whether it is on disk */
    write(content: object, flush = true): boolean {
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileAtomicSync(file, `${JSON.stringify({ format: FORMAT, ...content })}\n`, flush);
        hasFailed = false;
      } catch (error) {
        const { message } = error as Error;
        if (!hasFailed) tell(`${file} can’t be written, so it holds for this run only: ${message}.`);
        hasFailed = true;
      }
      return !hasFailed;
    },
  };
}
