/** The example's web app: page data, a picture, a login and an API with a session, as a Next.js server answers them. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startOrigin } from '../origin.ts';

export const BUILD_ID = 'example';

const LOGO = readFileSync(join(import.meta.dirname, '../../../electron/tool/pack/icon.png'));
const LOGIN = `<!doctype html><meta name="color-scheme" content="light dark"><title>Sign in</title>
<form method="post" style="font: 16px system-ui; max-width: 320px; margin: 25vh auto">
<h1>Sign in</h1><label>Your name <input name="name" required autofocus></label> <button>Sign in</button></form>`;

export interface ExampleServer {
  /** `http://127.0.0.1:…`, the same after each start. */
  url: string;
  isRunning(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startServer(): Promise<ExampleServer> {
  const visits = new Map<string, number>();
  const notes = new Map<string, string[]>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const name = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    const person = name && decodeURIComponent(name);
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
    if (page === 'news.json') return void data({ pageProps: { items: news() }, __N_SSG: true });
    if (page === 'account.json') {
      const props = person ? { name: person, notes: notes.get(person) ?? [] } : { __N_REDIRECT: '/login' };
      return void data({ pageProps: props, __N_SSP: true });
    }
    if (page) return void data({ notFound: response.writeHead(404) && true });
    if (pathname === '/_next/image') return void response.setHeader('content-type', 'image/png').end(LOGO);
    if (pathname === '/login' && request.method === 'POST') {
      const given = new URLSearchParams(await text(request)).get('name') ?? '';
      const cookie = `session=${encodeURIComponent(given)}; Path=/; HttpOnly; SameSite=Lax`;
      return void response.writeHead(303, { location: '/', 'set-cookie': cookie }).end();
    }
    if (pathname === '/login') return void response.setHeader('content-type', 'text/html').end(LOGIN);
    if (pathname === '/api/notes' && person) {
      const note = await text(request);
      notes.set(person, [...(notes.get(person) ?? []), note]);
      return void response.end(note);
    }
    response
      .writeHead(pathname.startsWith('/api/') ? 401 : 404)
      .end(`${pathname}: there is no such path, or nobody is signed in.`);
  }

  const { url, server, listen, close } = await startOrigin((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  return { url, isRunning: () => server.listening, start: listen, stop: close };
}

const news = () => [
  `Made by the server at ${new Date().toLocaleTimeString()}.`,
  'Without the server this is a copy, and the page says how old it is.',
];
