// desktop/main.ts
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { dialog } from 'electron';
import { defineMain } from 'holdfast/main';
import * as v from 'valibot';

/** File extensions without a dot, such as `md`. */
const Endings = v.pipe(v.array(v.pipe(v.string(), v.regex(/^\w+$/))), v.minLength(1));

const main = defineMain({
  handle: {
    openText: {
      input: Endings,
      run: async (extensions, { caller }) => {
        const { filePaths } = await dialog.showOpenDialog(caller, {
          properties: ['openFile'],
          filters: [{ name: 'Text', extensions }],
        });
        const [file] = filePaths;
        if (file === undefined) return null;
        return { name: basename(file), text: await readFile(file, 'utf8') };
      },
    },
  },
});
export default main;
