/** The shell with a tiny web build instead of its own pages: no framework, and foreign documents. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageScriptOf } from '../../electron/build/pageScript.ts';

/**
 * Puts a document of another build into a copy of the app, as main serves it: with the page script first.
 * @param body its content
 * @param script its own script
 * @returns for `alter` of `watch`
 */
export const foreignPage =
  (body: string, script: string) =>
  async (folder: string): Promise<void> => {
    const renderer = join(folder, '.build', 'renderer');
    const file = join(renderer, 'index.html');
    const page = pageScriptOf(await readFile(file, 'utf8'));
    const document = `<!doctype html><html lang="en"><head><script src="${page}"></script><meta charset="utf-8"><title>Foreign</title></head>
<body>${body}<script src="/_holdfast/foreign.js"></script></body></html>`;
    await writeFile(file, document);
    await writeFile(join(renderer, '_holdfast', 'foreign.js'), script);
    // Every path is a page.
    await writeFile(join(renderer, 'pages.json'), 'null');
  };
