/** A static host of a build, like GitHub Pages and nginx, for a plain window beside the app. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Origin, startOrigin } from './origin.ts';

/** As hosts have them. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  htm: 'text/html; charset=utf-8',
  xhtml: 'application/xhtml+xml; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  json: 'application/json',
  xml: 'application/xml',
  png: 'image/png',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
};

interface HostOptions {
  /** Where the build is: `/`, `/shop/`. */
  base?: string;
  /** The document for paths without their own, as a host is told: file by folder. */
  fallbacks?: Readonly<Record<string, string>>;
}

/** @param folder the build, read each time */
export function startStaticHost(
  folder: string,
  { base = '/', fallbacks = {} }: HostOptions = {},
): Promise<Origin> {
  const read = async (name: string) =>
    (await stat(join(folder, name)).catch(() => undefined))?.isFile()
      ? { name, bytes: await readFile(join(folder, name)) }
      : undefined;
  return startOrigin(async (request, response) => {
    const { pathname, search } = new URL(`http://host${request.url}`);
    const send = (status: number, found: { name: string; bytes: Buffer }) => {
      const type = TYPES[/\.(\w+)$/.exec(found.name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';
      response.writeHead(status, { 'content-type': type, 'content-length': found.bytes.length });
      response.end(request.method === 'HEAD' ? undefined : found.bytes);
    };
    const leadTo = (path: string) => response.writeHead(301, { location: path + search }).end();
    if (!pathname.startsWith(base))
      return pathname === '/' || `${pathname}/` === base
        ? leadTo(base)
        : response.writeHead(404).end('Not found');
    const path = decodeURIComponent(pathname.slice(base.length));
    const isFolder = path === '' || path.endsWith('/');
    const found = isFolder
      ? await read(`${path}index.html`)
      : ((await read(path)) ?? (await read(`${path}.html`)));
    if (found) return send(200, found);
    if (!isFolder && (await read(`${path}/index.html`))) return leadTo(`${pathname}/`);
    const router = Object.entries(fallbacks).find(([of]) => path.startsWith(of))?.[1];
    const fallback = router === undefined ? undefined : await read(router);
    if (fallback) return send(200, fallback);
    const missing = (await read('404.html')) ?? (await read('404/index.html'));
    if (missing) return send(404, missing);
    response.writeHead(404).end('Not found');
  });
}
