/** The shell with a web build in place of its own pages, as the tool assembles it: for `alter` of `watch`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../electron/builtConfig/config.ts';
import { copyWeb } from '../../electron/tool/project/copyWeb.ts';
import { takeNextBuild } from '../../electron/tool/project/nextBuild.ts';
import { analyseBuild } from '../../electron/tool/project/webBuild.ts';
import { writeFiles } from './writeFiles.ts';

/** @param change edits the build once it was analysed @param atServer the configuration of one at its server's address */
export const webBuild =
  (
    files: Readonly<Record<string, string | Buffer>>,
    change?: (web: string) => Promise<void>,
    atServer?: Config['web'],
  ) =>
  async (folder: string): Promise<void> => {
    const app = join(folder, '.build');
    const web = writeFiles(join(app, 'web'), files);
    await writeFile(join(app, 'web.json'), JSON.stringify((await analyseBuild(web)).table));
    if (atServer) await writeFile(join(app, 'config.json'), JSON.stringify({ web: atServer }));
    await change?.(web);
  };

/** The build in a folder. */
export const webFolder =
  (built: string) =>
  async (folder: string): Promise<void> => {
    const app = join(folder, '.build');
    await copyWeb(built, join(app, 'web'));
    await writeFile(join(app, 'web.json'), JSON.stringify((await analyseBuild(join(app, 'web'))).table));
  };

/** What `next build` wrote. */
export const nextFolder =
  (built: string, atServer: Config['web']) =>
  async (folder: string): Promise<void> => {
    const app = join(folder, '.build');
    const { folder: files, ...own } = await takeNextBuild(built, join(folder, 'next'));
    await copyWeb(files, join(app, 'web'), { hasStart: true });
    const { table } = await analyseBuild(join(app, 'web'), {}, own);
    await writeFile(join(app, 'web.json'), JSON.stringify(table));
    await writeFile(join(app, 'config.json'), JSON.stringify({ web: atServer }));
  };

/** A build of one document and no framework, which answers every path. */
export const foreignPage = (body: string, script: string) =>
  webBuild({
    'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Foreign</title></head>
<body>${body}<script src="/foreign.js"></script></body></html>`,
    'foreign.js': script,
  });
