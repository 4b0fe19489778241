/** Parses a query like the framework: a repeated name gets a list. */
import type { Params } from '../../electron/shared/match.ts';

/** @param search as in `location`: empty, or starting with a question mark */
export function queryOf(search: string): Params {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    const before = query[name];
    query[name] = before === undefined ? value : [before, value].flat();
  }
  return query;
}
