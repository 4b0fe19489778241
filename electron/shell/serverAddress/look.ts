/** What each of the user's servers calls itself, and its icon, for their list. It is in the server's own folder, and goes with that. */
import { join } from 'node:path';
import * as v from 'valibot';
import type { Origins } from '../../common/origins.ts';
import { onPage } from '../../common/pages.ts';
import { LOOK } from '../../common/savedData.ts';
import { stateFile } from '../../common/stateFile.ts';
import { folderOf } from '../settings/server.ts';
import { isPopUp, windowOf } from '../window/createWindow.ts';

/** Width and height in pixels. */
const SIZE = 32;
const MAX_LENGTH = 30_000;
/** How a picture of that size begins: main decodes no other. */
const START = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAg';
/** How many titles and addresses of icons are taken in a run: pages may count messages by them. */
const MAX_TRIED = 20;

const Icon = v.pipe(v.string(), v.startsWith(START), v.maxLength(MAX_LENGTH));
const fileIn = (folder: string) =>
  stateFile(join(folder, LOOK), { title: v.optional(v.string()), icon: v.optional(Icon) });

/** Draws it in the page, whose sandbox decodes what a stranger sent. One of another server cannot be read back. */
const drawing = (address: string) => `(async () => {
  const image = new Image();
  await new Promise((onload, onerror) => Object.assign(image, { onload, onerror, src: ${JSON.stringify(address)} }));
  const canvas = Object.assign(document.createElement('canvas'), { width: ${SIZE}, height: ${SIZE} });
  canvas.getContext('2d').drawImage(image, 0, 0, ${SIZE}, ${SIZE});
  return canvas.toDataURL();
})()`;

/** Keeps the title of the page on which each run opens, and the first icon that a page names and that is the server's own. */
export function keepLook(folder: string, { askerIn, ownerOf }: Origins): void {
  const file = fileIn(folder);
  let tried = 0;
  let isKept = false;
  const keep = (change: ReturnType<typeof lookOf>) => {
    const before = file.read() ?? {};
    const look = { ...before, ...change };
    if (look.title !== before.title || look.icon !== before.icon) file.write(look, false);
  };
  onPage((contents) => {
    const isServers = () => !contents.isDestroyed() && askerIn(contents.mainFrame) === 'server';
    contents.on('page-title-updated', (_event, title) => {
      // Where the user goes from there, and how many messages are unread, is not what it is called.
      const isFirst = isServers() && contents.navigationHistory.getActiveIndex() === 0;
      if (isFirst && !isPopUp(windowOf(contents)) && ++tried <= MAX_TRIED)
        keep({ title: title.replace(/^\(\d+\+?\) /, '').slice(0, 200) });
    });
    contents.on('page-favicon-updated', async (_event, addresses) => {
      for (const address of addresses) {
        if (isKept || !isServers()) return;
        if (!address.startsWith('data:') && ownerOf(address) !== 'server') continue;
        if (++tried > MAX_TRIED) return;
        const script = [{ code: drawing(address) }];
        // In a world of main's own, which nothing of the page reaches. Not every address is a picture, and the page may go.
        const drawn = contents.executeJavaScriptInIsolatedWorld(1_000, script);
        const icon: unknown = await drawn.catch(() => undefined);
        if (isKept || !v.is(Icon, icon)) continue;
        isKept = true;
        keep({ icon });
      }
    });
  });
}

/** Returns what is known of a server: its title, and its icon as a `data:` address. Neither is trustworthy. */
export const lookOf = (userData: string, address: string) =>
  fileIn(folderOf(userData, new URL(address))).read() ?? {};
