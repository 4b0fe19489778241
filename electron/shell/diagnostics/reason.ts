import { loadError } from '../../shared/loadErrors.ts';
import * as TEXTS from '../../shared/texts.ts';

/** Formats an error as one line with its code from Node or Chromium, such as `net::ERR_CONNECTION_REFUSED`. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [name] = /^net::(ERR_\w+)$/.exec(message)?.slice(1) ?? [];
  const reason = name
    ? loadError(name).title
    : (TEXTS.diagnostics.reasons as Readonly<Record<string, string | undefined>>)[code];
  return reason ? `${reason} (${name ?? code})` : message || code;
}
