/** The example's web app: page data and a picture, as a Next.js server answers them. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { startOrigin } from '../origin.ts';

export const BUILD_ID = 'example';

const LOGO = readFileSync(join(import.meta.dirname, '../../../electron/tool/pack/icon.png'));

/** @param control what the welcome page asks */
export async function startServer(control = '') {
  const visits = new Map<string, number>();

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const data = (value: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    const page = pathname.startsWith(`/_next/data/${BUILD_ID}/`)
      ? pathname.split('/').slice(4).join('/')
      : '';
    const post = /^posts\/(\d+)\.json$/.exec(page)?.[1];
    if (post !== undefined) {
      visits.set(post, (visits.get(post) ?? 0) + 1);
      return void data({ pageProps: { title: `Post ${post}`, visits: visits.get(post) }, __N_SSP: true });
    }
    if (page === 'welcome.json') return void data({ pageProps: { control }, __N_SSG: true });
    if (page === 'news.json') return void data({ pageProps: { items: news() }, __N_SSG: true });
    if (page) return void data({ notFound: response.writeHead(404) && true });
    if (pathname === '/_next/image') return void response.setHeader('content-type', 'image/png').end(LOGO);
    response.writeHead(404).end(`${pathname}: there is no such path.`);
  }

  const { url, server, listen, close } = await startOrigin(answer);
  // The address is the same after each start.
  return { url, isRunning: () => server.listening, start: listen, stop: close };
}

const news = () => [
  `Made by the server at ${new Date().toLocaleTimeString()}.`,
  'Without the server this is a copy, and the page says how old it is.',
];
