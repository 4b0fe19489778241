import type { Stats } from 'node:fs';
import { readRegularFileSync, UnusableFile } from '../../common/regularFile.ts';
import { isObject } from '../../shared/isObject.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { Layer } from './merge.ts';
import type { SettingsKey } from './schema.ts';

/** Largest file, in bytes. A real settings file has a few hundred. */
const MAX_SIZE = 1_000_000;

function parse(bytes: Uint8Array): Readonly<Record<string, unknown>> | string {
  let text: string;
  try {
    // Drops the byte order mark that some editors add.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return TEXTS.settings.notUtf8;
  }
  if (!text.trim()) return TEXTS.settings.empty;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // V8 quotes short texts in the message, which may contain a secret.
    const [why] = (error as SyntaxError).message.split(/, (?:\.\.\.)?"/, 1);
    return `${TEXTS.settings.notJson} (${why})`;
  }
  return isObject(value) ? value : TEXTS.settings.notObject;
}

/**
 * A missing file is no layer, or a problem if it is `required`. Synchronous: before Electron is ready, the settings decide
 * whether crash dumps are written.
 * @param see gets what the system says of the file
 */
export function readSettingsFile(
  source: string,
  keys: readonly SettingsKey[],
  required = false,
  see?: (stats: Stats) => void,
): Layer | undefined {
  try {
    const values = parse(readRegularFileSync(source, MAX_SIZE, see));
    return typeof values === 'string' ? { source, problem: values } : { source, values, keys };
  } catch (error) {
    if (error instanceof UnusableFile) return { source, problem: TEXTS.settings[error.why] };
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      return { source, problem: `${TEXTS.settings.unreadable} (${code ?? error})` };
    return required ? { source, problem: TEXTS.settings.missing } : undefined;
  }
}
