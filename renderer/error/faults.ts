/** How the page's own failures become faults. */
import { type Fault, httpFault, scriptFault } from '../../electron/contract/fault.ts';

/**
 * The fault of a path that no page answers: 400 where its percent-encoding is malformed, otherwise 404.
 * @param url path and query, `/` first
 * @param at milliseconds since the epoch
 */
export function pathFault(url: string, at: number): Fault {
  try {
    decodeURIComponent(url.replace(/[?#].*/s, ''));
  } catch {
    return httpFault(400, url, at, `The path is not valid percent-encoding: ${url}`);
  }
  return httpFault(404, url, at);
}

/**
 * The fault of an exception in the page. An error that carries an HTTP status as `statusCode` shows that status,
 * as the framework does; any other has no code.
 */
export function errorFault(error: unknown, url: string, at: number): Fault {
  const detail = error instanceof Error ? (error.stack ?? String(error)) : `Thrown: ${String(error)}`;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? httpFault(status, url, at, detail) : scriptFault(detail, url, at);
}

/** The fault that a document carries as JSON; JSON that cannot be read is a fault of its own. */
export function parseFault(json: string, url: string, at: number): Fault {
  try {
    return JSON.parse(json) as Fault;
  } catch (error) {
    return scriptFault(`The document's own fault cannot be read (${String(error)}): ${json}`, url, at);
  }
}
