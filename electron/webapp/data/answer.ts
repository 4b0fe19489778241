/** Reading answers of servers that are not trusted to be small or quick. */

/** Asks a server. Rejects when it cannot be reached; a status is never a rejection. */
export type Fetch = (
  url: string,
  init: { headers: Record<string, string>; signal: AbortSignal },
) => Promise<Response>;

/** An answer is larger than it may be. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * The body of an answer.
 * @throws TooLargeError as soon as it has more than `maxBytes`; what the connection throws when it breaks
 */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (length > maxBytes) throw new TooLargeError(`The answer has more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** The Chromium name in an error of `net.fetch`, such as `ERR_CONNECTION_REFUSED`; ERR_FAILED if it has none. */
export function netErrorOf(error: unknown): string {
  return /net::(ERR_\w+)/.exec(String(error))?.[1] ?? 'ERR_FAILED';
}
