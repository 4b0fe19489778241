/** `npm run dev`: what is saved is in the window. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { page, pages, screen, withDev } from '../../support/devApp.ts';

withDev();

it('a page that is written, and edited, is shown without a start of the app', async () => {
  await writeFile(join(pages, 'index.tsx'), page('First words'));
  await screen.shows('First words');
  await writeFile(join(pages, 'index.tsx'), page('Second words'));
  await screen.shows('Second words');
});
