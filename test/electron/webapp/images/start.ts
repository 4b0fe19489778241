/** The image handler as the app runs it, against servers on loopback. */
import {
  createImageHandler,
  type ImageLimits,
  type ImageOptions,
} from '../../../../electron/webapp/images/handler.ts';

export interface Answer {
  status: number;
  cache: string | null;
  headers: Headers;
  body: Buffer;
}

/** Asks for an image by its address. */
export type Get = (
  url: string,
  options?: { w?: number; headers?: Record<string, string> },
) => Promise<Answer>;

/** Starts the app's side; options as of the handler. */
export function startImages(
  options: Pick<ImageOptions, 'origin' | 'directory' | 'onError' | 'now'> &
    Partial<ImageOptions> & { limits?: Partial<ImageLimits> },
): Get {
  const { handler } = createImageHandler({
    fetch: (url, init) => fetch(url, { ...init, redirect: 'manual' }),
    resolve: () => Promise.reject(new Error('no name server in tests')),
    ...options,
  });
  return async (url, { w = 640, headers = {} } = {}) => {
    const query = new URLSearchParams({ url, w: String(w), q: '75' });
    const request = new Request(`app://shell/_next/image?${query}`, { headers });
    const response = await handler(request, '/_next/image');
    if (!response) throw new Error('The handler did not answer.');
    return {
      status: response.status,
      cache: response.headers.get('x-nextjs-cache'),
      headers: response.headers,
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
}
