/** Answers from the folder that the renderer was built into. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import type { Answer } from './answer.ts';
import { contentTypeOf } from './contentType.ts';
import type { ResolvedPath } from './path.ts';

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

/** Vite puts a hash of the content into the name: eight base64url characters before the extension. */
const HASHED = /^\/assets\/.*-[\w-]{8}\.\w+$/;

/** Whether the path is that of a file whose content never changes. */
export const isHashed = (path: string): boolean => HASHED.test(path);

/** Whether `file` lies inside `folder`; both are real paths. A string prefix would also accept a sibling folder. */
function isInside(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Reads a file of the folder, or undefined if there is none, it is no regular file, or links lead out of the
 * folder. Uses only functions that Electron also gives for a folder inside app.asar.
 *
 * @throws any other file system error, such as EACCES, and ENOENT for the folder itself
 */
async function readInside(folder: string, name: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const root = await realpath(folder);
  try {
    const file = await realpath(join(root, name));
    if (!isInside(root, file) || !(await stat(file)).isFile()) return undefined;
    return await readFile(file);
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function answer(body: Buffer<ArrayBuffer>, name: string): Answer {
  return {
    status: 200,
    headers: {
      'Content-Type': contentTypeOf(extname(name)) ?? 'application/octet-stream',
      'Content-Length': String(body.byteLength),
      // An update may change every other file in place.
      'Cache-Control': isHashed(`/${name}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    body,
  };
}

/**
 * Answers a resolved path with a file (status 200), or undefined if the path asks for a file that is not there.
 *
 * @param folder the built renderer, on the disk or inside app.asar
 * @param orDocument whether the app's document may answer for a page; in place of data it would be taken for data
 * @throws if a file cannot be read, or the folder holds no index.html
 */
export async function answerFile(
  folder: string,
  path: ResolvedPath,
  orDocument: boolean,
): Promise<Answer | undefined> {
  if (path.kind === 'asset') {
    const file = await readInside(folder, path.relative);
    if (file) return answer(file, path.relative);
  }
  if (!orDocument || path.kind === 'missing' || (path.kind === 'asset' && !path.orDocument)) return undefined;
  const document = await readInside(folder, 'index.html');
  if (!document)
    throw new Error(`${join(folder, 'index.html')} is missing: build the renderer, or install again`);
  return answer(document, 'index.html');
}
