/** An identity host whose page writes what it can while the user signs out. */
import { type Origin, startOrigin } from '../../support/origin.ts';

const WORKER = `
  const plant = async () => {
    for (;;) {
      await fetch('/plant').catch(String);
      await (await caches.open('kept')).put('/kept', new Response('kept')).catch(String);
    }
  };
  addEventListener('install', () => skipWaiting());
  addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  addEventListener('message', (event) => event.waitUntil(plant()));`;

const answers: Record<string, Origin['answer']> = {
  '/worker.js': (_, response) => response.setHeader('content-type', 'text/javascript').end(WORKER),
  '/plant': (_, response) => response.setHeader('set-cookie', 'planted=1; Path=/; HttpOnly').end(),
  '/nothing': (_, response) => response.writeHead(204).end(),
};

/** Answers other paths with a page that says the path. */
export const startIdentity = (): Promise<Origin> =>
  startOrigin((request, response) => {
    const answer = answers[String(request.url)];
    if (answer) return answer(request, response);
    response.setHeader('content-type', 'text/html').end(`<!doctype html><p>${request.url}`);
  });
