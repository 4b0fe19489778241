/** Files of the folder that the renderer was built into, on the disk or inside app.asar. */
import { realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { contentTypeOf } from './contentType.ts';
import type { AppResponse } from './message.ts';
import type { ResolvedPath } from './path.ts';

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

/** Vite puts a hash of the content into the name: eight base64url characters before the extension. */
const HASHED = /^_holdfast\/.*-[\w-]{8}\.\w+$/;

/** Whether `file` lies inside `folder`; both are real paths. A string prefix would also accept a sibling folder. */
export function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Reads a file of the folder; undefined if there is none, it is not a regular file, or links lead out of the folder.
 * Uses only functions that Electron also provides for a folder inside app.asar.
 *
 * @throws any other file system error, such as EACCES, and ENOENT for the folder itself
 */
export async function readInside(folder: string, name: string): Promise<Buffer<ArrayBuffer> | undefined> {
  // Synchronous: during a start, each asynchronous step has to wait for its turn.
  const root = realpathSync.native(folder);
  try {
    const file = realpathSync.native(join(root, name));
    if (!isInside(root, file) || !statSync(file).isFile()) return undefined;
    return await readFile(file);
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * The file that a path asks for; undefined if it asks for none, or for one that is not there.
 * @throws if a file cannot be read, or the folder is not there
 */
export async function fileResponse(folder: string, path: ResolvedPath): Promise<AppResponse | undefined> {
  if (path.kind !== 'asset') return undefined;
  const body = await readInside(folder, path.relative);
  if (!body) return undefined;
  const headers = {
    'content-type': contentTypeOf(extname(path.relative)) ?? 'application/octet-stream',
    'content-length': String(body.byteLength),
    // An update may change every other file in place.
    'cache-control': HASHED.test(path.relative) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  return { status: 200, headers, body };
}

/**
 * The app's document, which every page starts with.
 * @throws if it cannot be read or is not there
 */
export async function readDocument(folder: string): Promise<string> {
  const document = await readInside(folder, 'index.html');
  if (document) return document.toString();
  throw new Error(`${join(folder, 'index.html')} is missing: build the renderer, or install again`);
}
