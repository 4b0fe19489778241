/** Partial content, which media players and document viewers request: without it nobody can skip to the middle. */
import type { AppRequest, AppResponse } from '../../common/message.ts';

/**
 * Returns the requested part of a response (RFC 9110, section 14): 206, or 416 after its end. Several ranges, mistakes, HEAD,
 * other responses than a 200, and `If-Range`, as files have no validator, get the whole response.
 */
export function rangeOf(response: AppResponse, { method, headers: asked }: AppRequest): AppResponse {
  const { status, headers, body } = response;
  if (status !== 200 || !body) return response;
  const whole = { ...response, headers: { ...headers, 'accept-ranges': 'bytes' } };
  const size = body.length;
  const isAsked = method === 'GET' && asked['if-range'] === undefined;
  const [, from, to] = (isAsked && /^bytes=(\d*)-(\d*)$/.exec(asked.range ?? '')) || [];
  if ((!from && !to) || (from && to && Number(to) < Number(from))) return whole;
  // Without a first byte, the number means the last bytes.
  const first = from ? Number(from) : Math.max(0, size - Number(to));
  const last = from && to ? Math.min(Number(to), size - 1) : size - 1;
  if (first >= size) return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: null };
  const part = body.subarray(first, last + 1);
  const ranged = { 'content-range': `bytes ${first}-${last}/${size}`, 'content-length': String(part.length) };
  return { status: 206, headers: { ...whole.headers, ...ranged }, body: part };
}
