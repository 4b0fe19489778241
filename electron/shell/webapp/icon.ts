/** The icon of each of the user's servers, for their list. It is in the server's own folder, and goes with that. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type NativeImage, nativeImage } from 'electron';
import { writeFileAtomic } from '../../common/atomicFile.ts';
import { log } from '../../common/log.ts';
import type { Origins } from '../../common/origins.ts';
import { onPage } from '../../common/pages.ts';
import { readRegularFileSync } from '../../common/regularFile.ts';
import { ICON } from '../../common/savedData.ts';
import { folderOf } from '../settings/server.ts';

/** Width and height in pixels. */
const SIZE = 32;
const MAX_BYTES = 20_000;
/** How a picture of that size begins: main decodes no other. */
const START = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAg';
/** How many addresses are tried in a run: pages may count messages by them. */
const MAX_TRIED = 10;
/** For main's script in a page: what the page changes does not reach it. */
const OWN_WORLD = 1_000;

/** Draws it in the page, whose sandbox decodes what a stranger sent. One of another server cannot be read back. */
const drawing = (address: string) => `(async () => {
  const image = new Image();
  await new Promise((onload, onerror) => Object.assign(image, { onload, onerror, src: ${JSON.stringify(address)} }));
  const canvas = Object.assign(document.createElement('canvas'), { width: ${SIZE}, height: ${SIZE} });
  canvas.getContext('2d').drawImage(image, 0, 0, ${SIZE}, ${SIZE});
  return canvas.toDataURL();
})()`;

/** Keeps the first icon of each run that a page of the server names and that is the server's own. */
export function keepIcon(folder: string, { askerIn, ownerOf }: Origins): void {
  const tried = new Set<string>();
  let isKept = false;
  onPage((contents) =>
    contents.on('page-favicon-updated', async (_event, addresses) => {
      for (const address of addresses) {
        if (isKept || tried.has(address) || tried.size >= MAX_TRIED) continue;
        if (contents.isDestroyed() || askerIn(contents.mainFrame) !== 'server') return;
        if (!address.startsWith('data:') && ownerOf(address) !== 'server') continue;
        tried.add(address);
        const script = [{ code: drawing(address) }];
        // Not every address is a picture, and the page may go.
        const drawn: unknown = await contents
          .executeJavaScriptInIsolatedWorld(OWN_WORLD, script)
          .catch(() => undefined);
        if (isKept || typeof drawn !== 'string' || !drawn.startsWith(START) || drawn.length > MAX_BYTES)
          continue;
        isKept = true;
        const icon = nativeImage.createFromDataURL(drawn).toPNG();
        await writeFileAtomic(join(folder, ICON), icon, false).catch(log);
      }
    }),
  );
}

/** Returns a server's icon, if it has one. */
export function iconOf(userData: string, address: string): NativeImage | undefined {
  const file = join(folderOf(userData, new URL(address)), ICON);
  if (!existsSync(file)) return undefined;
  try {
    const icon = nativeImage.createFromBuffer(readRegularFileSync(file, MAX_BYTES));
    return icon.isEmpty() ? undefined : icon;
  } catch (error) {
    log(error);
    return undefined;
  }
}
