/** Parts of a file, which media players and viewers of documents ask for: without them nobody can go to the middle. */
import type { AppRequest, AppResponse } from './message.ts';

/**
 * The part of a response that the request asks for (RFC 9110, section 14): 206 with one range, 416 for one that begins
 * after the end. The whole response stays for several ranges, for HEAD, and for what is not 200 and in memory; also for
 * who has a part of an earlier version (`If-Range`), as files have no mark to tell versions apart.
 */
export function partOf(response: AppResponse, { method, headers: asked }: AppRequest): AppResponse {
  const { status, headers, body } = response;
  if (status !== 200 || !Buffer.isBuffer(body)) return response;
  const whole = { ...response, headers: { ...headers, 'accept-ranges': 'bytes' } };
  const range = method === 'GET' && asked['if-range'] === undefined ? asked.range : undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (!first && !last) return whole;
  const size = body.length;
  // Without a first byte it is the last so many.
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
