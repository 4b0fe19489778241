/** Partial content, which media players and document viewers request: without it nobody can skip to the middle. */

import type { AppRequest, AppResponse } from '../../common/message.ts';
import { partOf } from '../../shared/site.ts';

/**
 * Returns the requested part of a response (RFC 9110, section 14): 206 for one range, 416 for a range that begins after
 * the end. Several ranges, HEAD, and responses other than a 200 get the whole response; so does a client with
 * a part of an earlier version (`If-Range`), because files have no validator.
 */
export function rangeOf(response: AppResponse, { method, headers: asked }: AppRequest): AppResponse {
  const { status, headers, body } = response;
  if (status !== 200 || !body) return response;
  const whole = { ...response, headers: { ...headers, 'accept-ranges': 'bytes' } };
  const size = body.length;
  const range = method === 'GET' && asked['if-range'] === undefined ? asked.range : undefined;
  const found = partOf(range, size);
  if (!found) return whole;
  if (found === 'past') return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: null };
  const { first, last } = found;
  const part = body.subarray(first, last + 1);
  const ranged = {
    'content-range': `bytes ${first}-${last}/${size}`,
    'content-length': String(part.length),
  };
  return { status: 206, headers: { ...whole.headers, ...ranged }, body: part };
}
