/**
 * A build at its server's own address: a service worker answers what the build has. Main puts the worker there from the disk,
 * and watches that nothing of the build is asked of the server.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, session, type WebContents, WebContentsView } from 'electron';
import * as v from 'valibot';
import { appFolder } from '../../builtConfig/folder.ts';
import { log, logOnce } from '../../common/log.ts';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import type { Server } from '../../common/origins.ts';
import { onceLeft } from '../../common/pages.ts';
import { changeRequestHeaders } from '../../common/requestHeaders.ts';
import { SITE_STATE } from '../../common/savedData.ts';
import { stateFile } from '../../common/stateFile.ts';
import { SHELL_PATH } from '../../shared/channels.ts';
import { addressOf, SITE_PATHS, type SiteLookup, siteLookup, type WorkerData } from '../../shared/site.ts';
import { type RequestStep, watchSent } from '../app/requests.ts';
import type { WebSiteOptions } from '../protocol/site.ts';
import type { Settings } from '../settings/settings.ts';
import { followFailures, tellFailure } from './failures.ts';
import { guardVerdict, type Tries } from './guard.policy.ts';
import { siteHeaders } from './headers.ts';
import { type SeedingOptions, seedWorker } from './seeding.ts';

export { ownPages } from './ownPages.ts';

export interface SiteOptions extends Pick<WorkerData, 'serverPaths'> {
  web: Promise<WebSiteOptions['web']>;
  settings: Settings;
  server: Server;
  /** The folder with what pages store. */
  userData: string;
  /** Whether the pages are of the shell's own renderer. */
  isOwn: boolean;
  /** About data and pictures of the server; the id is that of pages which do not tell it. */
  data: NonNullable<WorkerData['data']>;
  namedError(name: string): string;
  /** A page shows data from then, in ms since the epoch. */
  saved(at: number): void;
  /** Something failed; the app goes on. @param isFirst whether no window is there yet, and none of the build may come */
  failed(error: unknown, isFirst?: boolean): void;
}

const readShell = (name: string) =>
  readFile(join(appFolder(), 'renderer', '_holdfast', 'site', name), 'utf8');

export type Site = ReturnType<typeof createSite>;

/** Must be called before the app is ready. */
export function createSite(options: SiteOptions) {
  const { server, serverPaths, isOwn, web, settings, failed, namedError, userData } = options;
  const { origin, isSealed = false } = server;
  const state = stateFile(join(userData, SITE_STATE), {
    ...{ origin: v.string(), script: v.string() },
    hasOwn: v.boolean(),
  });
  /** Pages for which the server answers. */
  const passed = new WeakSet<WebContents>();
  let seeding: SeedingOptions | undefined;
  let running: Promise<void> | undefined;
  let lookUp: SiteLookup | undefined;
  /** Path of the build's own worker, if that is in place. */
  let ownWorker: string | undefined;
  /** Whether the server has had that cleared. */
  let isCleared = false;
  let script = '';
  let tries: Tries | undefined;
  const { commandLine } = app;
  // Chromium 140 and later ask the server beside the start of a worker. They read only one switch of this name.
  const off = [commandLine.getSwitchValue('disable-features'), 'ServiceWorkerAutoPreload'];
  commandLine.appendSwitch('disable-features', off.filter(Boolean).join(','));
  changeRequestHeaders((headers, { url }) => (isForeignWorker(headers, url) ? undefined : headers));

  /** Guards the session from now on, and puts the worker of this version there. The first window must wait for it. */
  async function ready(): Promise<void> {
    const { defaultSession } = session;
    watchSent(defaultSession, { urls: [`${origin}/*`], take: guard });
    followFailures(defaultSession, origin, namedError);
    try {
      const scripts = [readShell('worker.js'), readShell('seed.js')] as const;
      const [{ table: built, folder }, worker, page] = await Promise.all([web, ...scripts]);
      // The server could update a worker of the build's own, which would then make documents.
      const table = isSealed ? { ...built, worker: undefined } : built;
      const hasData = table.next !== undefined || isOwn;
      const about = { ...options.data, ...(table.next && { buildId: table.next.buildId }) };
      // Servers remove a cookie when a person signs out. A cookie that expires by itself removes no saved page.
      if (hasData && about.savePrivate)
        defaultSession.cookies.on('changed', (_event, _cookie, cause, isRemoved) => {
          if (isRemoved && (cause === 'expired-overwrite' || cause === 'explicit')) forget().catch(log);
        });
      const data: WorkerData = {
        ...{ table, serverPaths, isSealed, ...siteHeaders(server, table, settings) },
        ...(hasData && { data: about }),
      };
      const code = `const HOLDFAST_SITE = ${JSON.stringify(data)};\n${worker}`;
      const hash = nodeCrypto().createHash('sha256').update(code).digest('hex').slice(0, 16);
      script = `${SITE_PATHS.worker}?${hash}`;
      lookUp = siteLookup(data);
      seeding = { origin, folder, table, lookUp, headers: data.headers, code, script, page };
      const before = state.read();
      if (before?.hasOwn && table.worker !== undefined) ownWorker = table.base + table.worker;
      if (before?.origin === origin && before.script === script) return;
      await seed();
    } catch (error) {
      failed(error, true);
    }
  }

  /** Removes the page data and pictures that the worker has kept. */
  async function forget(): Promise<void> {
    if (!lookUp) return;
    const { webContents: contents } = new WebContentsView({ webPreferences: { sandbox: true } });
    try {
      await contents.loadURL(origin + SITE_PATHS.forget);
    } finally {
      contents.close();
    }
  }

  /** The server has had the origin's storage cleared, and the worker with it: open pages may still want files. */
  async function restore(): Promise<void> {
    // The next page or start puts a build's own worker back: meanwhile its server has what it lacks, as in a browser.
    if (ownWorker !== undefined) {
      isCleared = true;
      return void state.write({ origin, script: '', hasOwn: true });
    }
    const cleared: Electron.ClearDataOptions = { origins: [origin], dataTypes: ['serviceWorkers'] };
    try {
      // One clears after the other. The first may come before the server's: then the second waits for that.
      await session.defaultSession.clearData(cleared);
      await session.defaultSession.clearData(cleared);
      await seed();
    } catch (error) {
      failed(error);
    }
  }

  /** Once at a time. */
  const seed = (isLost = false): Promise<void> =>
    (running ??= put(isLost).finally(() => (running = undefined)));

  async function put(isLost: boolean): Promise<void> {
    ownWorker = seeding && (await seedWorker(seeding, isLost));
    isCleared = false;
    state.write({ origin, script, hasOwn: ownWorker !== undefined });
  }

  /** The server's scripts are nobody's service worker: one could take over the whole origin. */
  function isForeignWorker(headers: Record<string, string>, url: string): boolean {
    if (!url.startsWith(`${origin}/`)) return false;
    if (!Object.keys(headers).some((name) => name.toLowerCase() === 'service-worker')) return false;
    const path = new URL(url).pathname;
    if (path === ownWorker) return false;
    const why = "The build's own files come from the disk";
    if (path !== SITE_PATHS.worker) logOnce(`A service worker of the server was refused: ${path}. ${why}.`);
    return true;
  }

  const guard: RequestStep['take'] = (details, answer) => {
    const { url, method, resourceType, webContents: page } = details;
    // A step sees the requests of others too.
    if (!url.startsWith(`${origin}/`)) return false;
    const { pathname: path, search } = new URL(url);
    // A build with a worker of its own decides itself when the server is asked, while it has that.
    const isOwns = ownWorker !== undefined && !(isCleared && resourceType === 'mainFrame');
    if (!lookUp || (isOwns && !path.startsWith(SHELL_PATH))) return false;
    const isOfPage = page !== undefined;
    const asked = {
      ...{ method, path, isOfPage },
      isDocument: resourceType === 'mainFrame' || resourceType === 'subFrame',
      isServers: isOfPage && passed.has(page),
      isForeignScript: isSealed && resourceType === 'script',
      isObject: resourceType === 'object',
    };
    const found = guardVerdict(asked, lookUp, running !== undefined, tries, url, performance.now());
    if (found.tries) tries = found.tries;
    switch (found.verdict) {
      case 'network':
        return false;
      case 'disk':
        answer({ redirectURL: addressOf(found.file) });
        return true;
      case 'refuse':
        if (asked.isForeignScript && !path.startsWith(SHELL_PATH))
          logOnce(`A script of the server was refused: ${path}. The setting serverPages is false.`);
        answer({ cancel: true });
        return true;
      case 'tell': {
        answer({ cancel: true });
        const at = Number(search.slice(1));
        // A worker of the server's pages could say anything here.
        if (at > 0) options.saved(at);
        return true;
      }
      case 'give up':
        failed(new Error(`The build's worker does not answer ${path}: the server is asked.`));
        if (page) {
          passed.add(page);
          onceLeft(page, () => passed.delete(page));
        }
        return false;
      case 'seed':
        void again(details, answer);
        return true;
      default:
        return found satisfies never;
    }
  };

  /** Asks again, once the worker is there. */
  async function again(...asked: Parameters<RequestStep['take']>): Promise<void> {
    const [{ url, resourceType, webContents: contents }, answer] = asked;
    logOnce('The worker of the build was gone, and is put back: each load that finds it gone takes longer.');
    await seed(true).catch(failed);
    // A redirect looks for a worker again, but not that of a reload past every cache: another load replaces it.
    if (resourceType !== 'mainFrame' || !contents) return answer({ redirectURL: url });
    const isThere = contents.loadURL(url).then(
      () => true,
      () => false,
    );
    answer({ cancel: true });
    if ((await isThere) && !passed.has(contents)) tries = undefined;
  }

  return { ready, forget, restore, handler: tellFailure };
}
