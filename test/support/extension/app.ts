/** The app's own main code, for tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleExtension } from '../../../electron/tool/build/bundleExtension.ts';
import { writeFiles } from '../writeFiles.ts';

/**
 * Gives an app's copy this main code, bundled as the tool does.
 * @param beside a folder whose `node_modules` it may import from @param more files that it imports
 */
export const withCode =
  (code: string, beside = tmpdir(), more: Parameters<typeof writeFiles>[1] = {}) =>
  async (folder: string) => {
    const own = await mkdtemp(join(beside, 'holdfast-main-'));
    try {
      writeFiles(own, { 'main.ts': code, ...more });
      return await bundleExtension(join(own, 'main.ts'), join(folder, '.build', 'extension.cjs'));
    } finally {
      await rm(own, { recursive: true });
    }
  };

/** Code with a handler for every page of the window, and one for the app's own pages alone. */
export const ONE_REMOTE = `
  import { defineMain } from 'holdfast/main';
  export default defineMain({
    handle: { closed: { run: () => 'secret' }, open: { remote: true, run: () => 'told' } },
  });
`;
