/**
 * `node electron/tool/pack/sign.ts FOLDER`: signs the updates made by `npm run dist` with the key in
 * HOLDFAST_UPDATE_KEY. A separate program without dependencies, so that no other code sees the key.
 * electron/builtConfig/updateSignature/signature.ts verifies the signature.
 */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type SignedInfo, signedBytes } from '../../builtConfig/updateSignature/signature.ts';
import { isList, KEY_VARIABLE, readKey } from './updateKeys.ts';

/** Reads the signed lines of a description. If the app reads them differently, it rejects the signature. */
function read(text: string): SignedInfo & { app: string } {
  const value = (name: string) => new RegExp(`^${name}: '?(.+?)'?$`, 'm').exec(text)?.[1];
  const [, list = ''] = /^files:\n((?: .*\n)+)/m.exec(text) ?? [];
  const files = list
    .split(/^ {2}- /m)
    .slice(1)
    .map((entry) => {
      const said = [...entry.matchAll(/^ *(\w+): '?(.+?)'?$/gm)].map(([, key = '', text = '']) => [
        key,
        text,
      ]);
      const { url, sha512, size, ...more }: Record<string, string> = Object.fromEntries(said);
      if (!url || !sha512 || !Number(size)) throw new Error('a file without name, checksum or size');
      return { url, sha512, size: Number(size), ...more };
    });
  const [app, version] = [value('app'), value('version')];
  if (!app || !version || files.length === 0) throw new Error('no app, version or files');
  const [, notes] = /^notes: (".*")$/m.exec(text) ?? [];
  return { app, version, files, notes: notes && JSON.parse(notes) };
}

/** Signs every update description in a folder, even if it was signed before, after comparing it with the files. */
export async function signUpdates(folder: string, key: KeyObject, at: Date): Promise<string[]> {
  const signed: string[] = [];
  for (const name of (await readdir(folder)).filter(isList)) {
    const file = join(folder, name);
    const text = (await readFile(file, 'utf8')).replace(/^(?:signedAt|signature): .*\n/gm, '');
    const info = { ...read(text), signedAt: at.toISOString() };
    for (const { url, sha512, size } of info.files) {
      const bytes = await readFile(join(folder, url));
      if (bytes.length !== size || createHash('sha512').update(bytes).digest('base64') !== sha512)
        throw new Error(`${name}: ${url} does not match its description`);
    }
    const bytes = signedBytes(info.app, name.replace(/\.yml$/, ''), info);
    const signature = sign(null, bytes, key).toString('base64');
    await writeFile(file, `${text}signedAt: '${info.signedAt}'\nsignature: ${signature}\n`);
    signed.push(`${name}: ${info.app} ${info.version}`);
  }
  if (signed.length === 0) throw new Error(`no update description in ${folder}`);
  return signed;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const key = readKey(KEY_VARIABLE, 'private', process.env[KEY_VARIABLE]);
    if (!key) throw new Error(`${KEY_VARIABLE} is not set`);
    for (const line of await signUpdates(process.argv[2] ?? '.build/dist', key, new Date()))
      console.log(`sign: ${line}`);
  } catch (error) {
    console.error(`sign: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
