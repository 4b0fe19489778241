/** The image handler as the app runs it, against a server on loopback. */
import { toWeb } from '../../../electron/protocol/web.ts';
import { createImageHandler, type ImageOptions } from '../../../electron/webapp/images.ts';
import { fetchServer } from '../protocol/send.ts';

/** A PNG of `size` bytes, judging by its first bytes; `seed` makes one differ from the next. */
export function png(seed: number, size = 64): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(size, seed % 256);
  body.write('\x89PNG\r\n\x1a\n', 'latin1');
  body.writeUInt32BE(seed, 8);
  return body;
}

export interface ImageResponse {
  status: number;
  cache: string | null;
  headers: Headers;
  body: Buffer;
}

/** Requests an image by its address. */
export type Get = (
  url: string,
  options?: { w?: number; headers?: Record<string, string> },
) => Promise<ImageResponse>;

/** The path and query at which an image is requested. */
export const queryOf = (url: string, w = 640) =>
  `/_next/image?${new URLSearchParams({ url, w: String(w), q: '75' })}`;

export function startImages(
  options: Pick<ImageOptions, 'origin' | 'directory' | 'onError' | 'now'> & Partial<ImageOptions>,
): Get {
  const { handler } = createImageHandler({
    fetch: fetchServer,
    buildFile: () => Promise.resolve(undefined),
    ...options,
  });
  return async (url, { w, headers = {} } = {}) => {
    const request = { url: `app://shell${queryOf(url, w)}`, method: 'GET', headers };
    const made = await handler(request, '/_next/image');
    const response = made && toWeb(made);
    if (!response) throw new Error('The handler did not respond.');
    return {
      status: response.status,
      cache: response.headers.get('x-nextjs-cache'),
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}
