/** `holdfast dev`: shows the app during development, and rebuilds pages and main code whenever a source changes. */
import { readdirSync, watch } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isUp } from '../../common/localServer.ts';
import { bundleMain, SETTLE_MS } from '../build/bundleExtension.ts';
import { buildShell } from '../build/runVite.ts';
import { startServer } from '../devServer/devServer.ts';
import { assemble } from '../project/assemble.ts';
import { buildWeb } from '../project/buildWeb.ts';
import { nextOf, type Project, projectHere } from '../project/project.ts';
import { sayNext } from '../project/say.ts';
import { launchApp } from '../run/launch.ts';
import { stopSignal } from '../run/signals.ts';
import { prepareDisplay, privateDisplay } from '../setup/display.ts';
import { findElectron, tellOld } from '../setup/electron.ts';
import type { StartValues } from './start.ts';

export type DevValues = Pick<StartValues, 'pages'>;

const say = (line: string) => console.log(`dev: ${line}`);

interface Work {
  /** The app folder. */
  app: string;
  /** Folders with sources, of which a change builds anew. */
  folders: readonly string[];
  /** Whether main has to start again after a change of this source. */
  isOfMain(path: string): boolean;
  build(): Promise<unknown>;
}

/** This repository's shell with the pages in `renderer/pages`: the build that ships. */
async function workOnShell({ root }: Project): Promise<Work> {
  await buildShell();
  const ofMain = join(root, 'electron');
  const folders = [ofMain, join(root, 'renderer')];
  return { app: root, folders, isOfMain: (path) => path.startsWith(ofMain), build: buildShell };
}

async function workOnApp(project: Project, dev: string | undefined): Promise<Work> {
  const { config, pages } = project;
  const folder = await assemble(project, dev ? { dev } : await buildWeb(project, false, say));
  return {
    app: folder,
    folders: dev !== undefined || pages === undefined ? [] : foldersBeside(pages),
    // At their server's address main knows the pages' document from its start on.
    isOfMain: () => config.settings?.origin !== undefined,
    async build() {
      const built = await buildWeb(project, false, say);
      await cp(String(built.pages), join(folder, 'renderer'), { recursive: true });
    },
  };
}

/** The folders beside the pages, from which they import as `@/…`. */
function foldersBeside(pages: string): string[] {
  const entries = readdirSync(dirname(pages), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => join(dirname(pages), name));
}

const tookIn = (ms: number) => `built in ${(ms / 1000).toFixed(1)} s`;

const unchanged = ({ message }: Error) => say(`the app keeps running unchanged: ${message}`);

function follow(work: Work, restart: () => void, reload: () => Promise<string>): void {
  let restarts = false;
  async function buildAgain(): Promise<void> {
    const isOther = restarts;
    restarts = false;
    const began = performance.now();
    await work.build();
    const took = tookIn(performance.now() - began);
    if (isOther) restart();
    say(`${took}, ${isOther ? 'restarting the app' : await reload()}`);
  }
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  for (const folder of work.folders)
    watch(folder, { recursive: true, persistent: false }, (_, name) => {
      restarts ||= work.isOfMain(join(folder, String(name)));
      // Builds once changes have stopped, never twice at a time.
      clearTimeout(timer);
      timer = setTimeout(() => {
        working = working.then(buildAgain).catch(unchanged);
      }, SETTLE_MS);
    });
}

/** @returns the app's exit code, or that of a dev server that ended first */
export async function dev({ pages }: DevValues, args: readonly string[]): Promise<number> {
  const project = await projectHere(pages);
  const { web } = project.config;
  const { dev: address, devCommand } = web ?? {};
  if (web?.build !== undefined && !address)
    throw new Error(
      `"web.dev" is missing in the configuration: write dev: 'http://localhost:5173', the address of your dev server. "holdfast start" needs none.`,
    );
  const electron = await findElectron();
  await prepareDisplay(electron.program);
  const work = await (web || project.pages ? workOnApp(project, address) : workOnShell(project));
  let current: ReturnType<typeof launchApp> | undefined;
  let isRestarting = false;
  const restart = () => {
    isRestarting = current !== undefined;
    current?.stop();
  };
  const display = await privateDisplay();
  const stopping = stopSignal();
  const server = address ? await startServer(address, devCommand, project.root, stopping, say) : undefined;
  let main: Awaited<ReturnType<typeof bundleMain>> | undefined;
  try {
    // Only now: the tsconfig.json of some frameworks extends a file that their server writes.
    main = await bundleMain(project, work.app, (made) => {
      if (made instanceof Error) return unchanged(made);
      say(`${tookIn(made)}, restarting the app`);
      restart();
    });
    say(`electron ${electron.version}`);
    if (!project.isHoldfast) tellOld(electron);
    const shown = { display, isAttachable: address === undefined };
    let serverCode: number | undefined;
    let isOver = false;
    server?.ended.then(async (code) => {
      // Some commands, such as those for containers, leave a server running.
      if (isOver || (code === 0 && (await isUp(String(address))))) return;
      say(`"${devCommand}" ended with ${code}`);
      serverCode = code;
      current?.stop();
    });
    const watched = [...work.folders, ...[project.config.main ?? []].flat()];
    if (watched.length > 0) say(`watching ${watched.map((path) => relative('', path)).join(', ')}`);
    follow(work, restart, async () => {
      const devTools = current?.devTools;
      // Whoever debugs it over a port decides when.
      if (!devTools) return 'reload the window to see it';
      const windows = await devTools.pages();
      // Like other dev servers, this discards typed text without asking.
      const expression = `document.documentElement.dataset.holdfastSaved = ''`;
      await Promise.all(
        windows.map(async (page) => {
          await devTools.send('Runtime.evaluate', { expression }, page);
          await devTools.send('Page.reload', {}, page);
        }),
      );
      return `${windows.length === 1 ? 'the window' : `${windows.length} windows`} reloaded`;
    });
    let code: number;
    do {
      isRestarting = false;
      current = launchApp(electron, work.app, args, shown);
      code = await current.ended;
    } while (isRestarting && !stopping.aborted);
    isOver = true;
    if (code === 0 && !serverCode) sayNext(nextOf(project));
    return serverCode ?? code;
  } finally {
    await main?.close();
    await server?.end();
  }
}
