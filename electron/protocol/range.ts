/** Partial content, which media players and document viewers request: without it nobody can skip to the middle. */
import type { AppRequest, AppResponse } from './message.ts';

/**
 * Returns the requested part of a response (RFC 9110, section 14): 206 for one range, 416 for a range that begins after
 * the end. Several ranges, HEAD, and responses other than a 200 in memory get the whole response; so does a client with
 * a part of an earlier version (`If-Range`), because files have no validator.
 */
export function rangeOf(response: AppResponse, { method, headers: asked }: AppRequest): AppResponse {
  const { status, headers, body } = response;
  if (status !== 200 || !Buffer.isBuffer(body)) return response;
  const whole = { ...response, headers: { ...headers, 'accept-ranges': 'bytes' } };
  const range = method === 'GET' && asked['if-range'] === undefined ? asked.range : undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (!first && !last) return whole;
  const size = body.length;
  // Without a first byte, the number means the last bytes.
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last) + 1, size) : size;
  if (first && last && Number(last) < start) return whole;
  if (start >= size) return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: null };
  const part = body.subarray(start, end);
  const ranged = {
    'content-range': `bytes ${start}-${end - 1}/${size}`,
    'content-length': String(part.length),
  };
  return { status: 206, headers: { ...whole.headers, ...ranged }, body: part };
}
