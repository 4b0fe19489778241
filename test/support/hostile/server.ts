/** A hostile server: its pages, and the workers that they start, try every way to reach the app (attack.js). */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startOrigin } from '../origin.ts';

const TYPES: Readonly<Record<string, string>> = {
  'page-image.svg': 'image/svg+xml',
  'page-xml': 'application/xhtml+xml',
};

/** Contexts in which each way is tried, if the page can create them. */
export const CONTEXTS = [
  ...['page', 'srcdoc', 'blob-frame', 'data-frame', 'sandboxed-frame', 'blank-frame', 'script-frame'],
  ...['page-other-site', 'page-own-policy', 'page-cached', 'page-not-found', 'page-image.svg', 'page-xml'],
  ...['page-unsaid', 'worker', 'module-worker', 'shared-worker', 'blob-worker', 'data-worker'],
  ...['blob-shared-worker', 'data-shared-worker'],
];

/** @param target what its pages want to reach, such as `app://shell/api` */
export async function startHostile(target: string) {
  const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');
  const attack = await read('attack.js');
  const files: Record<string, string> = { '/attack.js': attack, '/document.js': await read('document.js') };
  const reads: string[] = [];
  const done = new Set<string>();
  const other = await startOrigin(async (request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://hostile');
    const name = pathname.slice(1);
    response.setHeader('access-control-allow-origin', '*').setHeader('cache-control', 'no-store');
    const js = (text: string) =>
      response.setHeader('content-type', 'text/javascript').end(setUp(name) + text);
    if (pathname === '/read' || pathname === '/done') {
      const said = await text(request);
      if (pathname === '/read') reads.push(said);
      else done.add(said);
      return response.end();
    }
    const to = searchParams.get('to');
    if (to !== null) return response.writeHead(307, { location: to }).end();
    if (name === 'service-worker.js') return js('');
    const file = files[pathname];
    // In blocks, so that their names do not collide.
    if (file !== undefined) return js(`{${file}}`);
    const [, kind, context = ''] = /^(worker|module)-(.*)$/.exec(name) ?? [];
    if (kind === 'worker') return js(`${attack} attackFromWorker('${context}');`);
    if (kind === 'module') return js(`import '${url}/attack.js'; attackFromWorker('${context}');`);
    if (name === 'quiet') return response.setHeader('content-type', 'text/html').end('quiet');
    if (!name.startsWith('page')) return response.writeHead(404).end();
    if (name === 'page-other-site' && request.headers.host?.startsWith('localhost'))
      return response.writeHead(302, { location: other.url + pathname }).end();
    sendPage(name, response);
  });
  const url = `http://localhost:${other.port}`;

  const setUp = (context: string) =>
    `globalThis.SERVER = '${url}'; globalThis.TARGET = '${target}'; globalThis.CONTEXT ??= '${context}';\n`;
  function sendPage(name: string, response: ServerResponse): void {
    const scripts = `<script>${setUp(name)}</script><script src="${url}/attack.js"></script><script src="${url}/document.js"></script>`;
    const type = name === 'page-unsaid' ? undefined : (TYPES[name] ?? 'text/html');
    if (type) response.setHeader('content-type', type);
    const at = `${target}/${name}`;
    const style = `<${at}/link-style>; rel=stylesheet`;
    response.setHeader('link', [`<${at}/link-preload>; rel=preload; as=fetch`, style]);
    response.setHeader('reporting-endpoints', `default="${at}/reporting"`);
    // Its own policies forbid something, so that there are reports.
    response.setHeader('content-security-policy-report-only', `img-src 'none'; report-uri ${at}/report-only`);
    if (name === 'page-own-policy') {
      const all = "* app: data: blob: 'unsafe-inline' 'unsafe-eval'";
      response.setHeader('content-security-policy', [
        `default-src ${all}; form-action ${all}; media-src 'none'; report-uri ${at}/report`,
        `default-src ${all}`,
      ]);
    }
    if (name === 'page-cached') response.setHeader('cache-control', 'public, max-age=3600, immutable');
    response.statusCode = name === 'page-not-found' ? 404 : 200;
    if (type?.includes('xhtml'))
      return void response.end(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${scripts}</body></html>`);
    const drawn = scripts.replaceAll('src=', 'href=');
    if (type?.includes('svg'))
      return void response.end(`<svg xmlns="http://www.w3.org/2000/svg">${drawn}</svg>`);
    response.end(`<!doctype html><title>${name}</title><body>Who are you?${scripts}`);
  }

  return { url, otherUrl: other.url, reads, done, close: other.close };
}
