/** Files in the built renderer's folder, on disk or inside app.asar. */
import { realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { contentTypeOf } from '../shared/contentType.ts';
import { type AppResponse, FilePart } from './message.ts';

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

/** Vite puts a content hash into the name: eight base64url characters before the extension. */
const HASHED = /^_holdfast\/.*-[\w-]{8}\.\w+$/;

/** Whether `file` lies inside `folder`; both are real paths. */
export function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Finds a regular file inside of the folder. Uses only functions that Electron also provides inside app.asar. */
function findInside(folder: string, name: string): { path: string; size: number } | undefined {
  // Synchronous, because during a start each asynchronous step waits for its turn.
  const root = realpathSync.native(folder);
  try {
    const path = realpathSync.native(join(root, name));
    const stats = statSync(path);
    return isInside(root, path) && stats.isFile() ? { path, size: stats.size } : undefined;
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Returns the file of this name, relative to the folder; undefined if it does not exist, or without a name. */
export async function fileOf(folder: string, name: string | undefined): Promise<AppResponse | undefined> {
  if (name === undefined) return undefined;
  const found = findInside(folder, name);
  if (!found) return undefined;
  const { path, size } = found;
  const body = size > 1_000_000 ? new FilePart(path, 0, size) : await readFile(path);
  const headers = {
    'content-type': contentTypeOf(name) ?? 'application/octet-stream',
    'content-length': String(body.length),
    // An update may change every other file in place.
    'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  return { status: 200, headers, body };
}

/** Returns the app's document, with which every page starts. */
export async function readIndex(folder: string): Promise<string> {
  const found = findInside(folder, 'index.html');
  if (found) return await readFile(found.path, 'utf8');
  throw new Error(`${join(folder, 'index.html')} is missing: build the renderer, or install the app again`);
}
