/**
 * Reads inside `app.asar` as Electron's patched `fs` does, for the calls that the app and `require` make.
 * Other calls find a file where they want a folder, and fail.
 */
import fs from 'node:fs';
import Module from 'node:module';
import { dirname, join, sep } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';

interface Place {
  archive: string;
  inside: string;
}

/** Splits a path at its `.asar` file; undefined for a path without one. */
function placeOf(path: unknown): Place | undefined {
  if (typeof path !== 'string') return undefined;
  const at = path.indexOf(`.asar${sep}`);
  return at < 0 ? undefined : { archive: path.slice(0, at + 5), inside: path.slice(at + 6) };
}

function notFound(call: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOENT, ${call} '${path}' not found in the archive`), {
    code: 'ENOENT',
    path,
  });
}

function entryOf(place: Place): { size: number; folder: boolean } | undefined {
  try {
    const entry = statFile(place.archive, place.inside, false) as { size?: number; files?: object };
    return { size: entry.size ?? 0, folder: entry.files !== undefined };
  } catch {
    // The library has no other way to say that an entry is not there.
    return undefined;
  }
}

function statOf(call: string, path: string, place: Place) {
  const entry = entryOf(place);
  if (!entry) throw notFound(call, path);
  return {
    size: entry.size,
    mtimeMs: fs.statSync(place.archive).mtimeMs,
    isFile: () => !entry.folder,
    isDirectory: () => entry.folder,
    isSymbolicLink: () => false,
  };
}

function read(path: string, place: Place, options: unknown): Buffer | string {
  const entry = entryOf(place);
  if (!entry) throw notFound('open', path);
  if (entry.folder)
    throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });
  const bytes = extractFile(place.archive, place.inside);
  const encoding =
    typeof options === 'string' ? options : (options as { encoding?: string } | null)?.encoding;
  return encoding ? bytes.toString(encoding as BufferEncoding) : bytes;
}

/** Replaces a function of `fs`: paths inside an archive go to `inside`, all others where they went before. */
function patch(
  target: object,
  name: string,
  inside: (path: string, place: Place, options: unknown) => unknown,
): void {
  const owner = target as Record<string, (...args: unknown[]) => unknown>;
  const original = owner[name];
  if (!original) throw new Error(`stand-in: fs.${name} is not there to be patched`);
  owner[name] = (...args) => {
    const place = placeOf(args[0]);
    return place ? inside(args[0] as string, place, args[1]) : original.apply(owner, args);
  };
}

/** Makes archives readable for `fs` and `require`. */
export function readArchives(): void {
  patch(fs, 'readFileSync', read);
  patch(fs, 'existsSync', (_path, place) => entryOf(place) !== undefined);
  patch(fs, 'statSync', (path, place) => statOf('stat', path, place));
  patch(fs, 'lstatSync', (path, place) => statOf('lstat', path, place));
  patch(fs, 'readdirSync', (path, place) => {
    if (!entryOf(place)?.folder) throw notFound('scandir', path);
    const prefix = `${sep}${place.inside}${sep}`;
    const names = listPackage(place.archive, { isPack: false }).filter((name) => name.startsWith(prefix));
    return names.map((name) => name.slice(prefix.length)).filter((name) => !name.includes(sep));
  });
  const promised =
    (call: (path: string, place: Place, options: unknown) => unknown) =>
    // A function that throws must reject.
    async (path: string, place: Place, options: unknown) =>
      await call(path, place, options);
  patch(fs.promises, 'readFile', promised(read));
  patch(
    fs.promises,
    'stat',
    promised((path, place) => statOf('stat', path, place)),
  );
  patch(
    fs.promises,
    'lstat',
    promised((path, place) => statOf('lstat', path, place)),
  );
  patch(
    fs.promises,
    'realpath',
    promised((path, place) => {
      if (!entryOf(place)) throw notFound('realpath', path);
      return join(fs.realpathSync(place.archive), place.inside);
    }),
  );
  // Modules that import single functions of `fs` get the replaced ones too.
  Module.syncBuiltinESMExports();
  const loader = Module as unknown as {
    _resolveFilename(request: string, parent?: { filename?: string }, ...rest: unknown[]): string;
  };
  const resolve = loader._resolveFilename;
  loader._resolveFilename = (request, parent, ...rest) => {
    const base =
      request.startsWith('.') && parent?.filename ? join(dirname(parent.filename), request) : request;
    const place = placeOf(base);
    return place && entryOf(place) ? base : resolve.call(Module, request, parent, ...rest);
  };
}
