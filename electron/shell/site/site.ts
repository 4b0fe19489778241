/**
 * A build at its server's own address: a service worker answers what the build has, everything else is Chromium's own.
 * Main puts the worker there from the disk, and watches that nothing of the build is asked of the server.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  app,
  type CallbackResponse,
  type OnBeforeRequestListenerDetails,
  session,
  WebContentsView,
  webContents,
} from 'electron';
import * as v from 'valibot';
import { log, logOnce } from '../../common/log.ts';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import type { Server } from '../../common/origins.ts';
import { onceLeft } from '../../common/pages.ts';
import { changeRequestHeaders } from '../../common/requestHeaders.ts';
import { SITE_STATE } from '../../common/savedData.ts';
import { stateFile } from '../../common/stateFile.ts';
import { appFolder } from '../../configuration/folder.ts';
import type { AnswerTable } from '../../shared/answers.ts';
import { addressOf, SITE_PATHS, type SiteLookup, siteLookup, type WorkerData } from '../../shared/site.ts';
import { watchSent } from '../app/requests.ts';
import type { Handler } from '../protocol/handler.ts';
import type { WebSiteOptions } from '../protocol/site.ts';
import { Failures } from './failures.ts';
import { guardVerdict, type Tries } from './guard.policy.ts';
import type { SiteHeaders } from './headers.ts';
import { Seeding } from './seeding.ts';

export { siteHeaders } from './headers.ts';
export { ownPages } from './ownPages.ts';

export interface SiteOptions extends Pick<WorkerData, 'serverPaths'> {
  /** The build. */
  web(): Promise<WebSiteOptions['web']>;
  headersFor(table: AnswerTable): SiteHeaders;
  server: Server;
  /** The folder with what pages store. */
  userData: string;
  /** Whether the pages are of the shell's own renderer. */
  isOwn: boolean;
  /** About data and pictures of the server; the id is that of pages which do not tell it. */
  data: NonNullable<WorkerData['data']>;
  /** Returns a name that says more than Chromium's for a failed request. */
  namedError(name: string): string;
  /** A page shows data from then, in ms since the epoch. */
  saved(at: number): void;
  /** Something failed; the app goes on. @param isFirst whether no window is there yet, and none of the build may come */
  failed(error: unknown, isFirst?: boolean): void;
}

const readShell = (name: string) =>
  readFile(join(appFolder(), 'renderer', '_holdfast', 'site', name), 'utf8');

export class Site {
  readonly #options: SiteOptions;
  readonly #state;
  readonly #passed = new Set<number>();
  readonly #failures = new Failures();
  #seeding: Seeding | undefined;
  #lookUp: SiteLookup | undefined;
  /** Path of the build's own worker, if that is in place. */
  #ownWorker: string | undefined;
  #script = '';
  #tries: Tries | undefined;

  /** Must be made before the app is ready. */
  constructor(options: SiteOptions) {
    this.#options = options;
    this.#state = stateFile(join(options.userData, SITE_STATE), {
      ...{ origin: v.string(), script: v.string() },
      hasOwn: v.boolean(),
    });
    // Chromium 140 and later ask the server beside the start of a worker.
    addDisabledFeature('ServiceWorkerAutoPreload');
    changeRequestHeaders((headers, { url }) => (this.#isForeignWorker(headers, url) ? undefined : headers));
  }

  /** Guards the session from now on, and puts the worker of this version there. The first window must wait for it. */
  async ready(): Promise<void> {
    const { server, serverPaths, isOwn, headersFor, failed } = this.#options;
    const { origin } = server;
    const { defaultSession } = session;
    const urls = [`${origin}/*`];
    watchSent(defaultSession, { urls, take: (details, answer) => this.#guard(details, answer) });
    this.#failures.follow(defaultSession, origin, this.#options.namedError);
    try {
      const [{ table: built, folder }, worker, page] = await Promise.all([
        this.#options.web(),
        readShell('worker.js'),
        readShell('seed.js'),
      ]);
      const { isSealed = false } = server;
      // The server could update a worker of the build's own, which would then make documents.
      const table = isSealed ? { ...built, worker: undefined } : built;
      const hasData = table.next !== undefined || isOwn;
      const about = { ...this.#options.data, ...(table.next && { buildId: table.next.buildId }) };
      if (hasData && about.savePrivate) this.#followSignOuts();
      const data: WorkerData = {
        ...{ table, serverPaths, isSealed, ...headersFor(table) },
        ...(hasData && { data: about }),
      };
      const code = `const HOLDFAST_SITE = ${JSON.stringify(data)};\n${worker}`;
      const hash = nodeCrypto().createHash('sha256').update(code).digest('hex').slice(0, 16);
      this.#script = `${SITE_PATHS.worker}?${hash}`;
      const lookUp = siteLookup(data);
      this.#lookUp = lookUp;
      this.#seeding = new Seeding({
        ...{ session: defaultSession, origin, folder, table, lookUp, code, script: this.#script, page },
        headers: data.headers,
      });
      const state = this.#state.read();
      const own = table.worker === undefined ? undefined : table.base + table.worker;
      if (state?.hasOwn) this.#ownWorker = own;
      if (state?.origin === origin && state.script === this.#script) return;
      await this.#seed();
      this.#ownWorker = this.#seeding.hasOwn ? own : undefined;
    } catch (error) {
      failed(error, true);
    }
  }

  /** Tells the worker why a request had no answer. */
  readonly handler: Handler = this.#failures.handler;

  #followSignOuts(): void {
    session.defaultSession.cookies.on('changed', (_event, _cookie, cause, isRemoved) => {
      // Servers remove a cookie when a person signs out. A cookie that expires by itself removes no saved page.
      if (isRemoved && (cause === 'expired-overwrite' || cause === 'explicit')) this.forget().catch(log);
    });
  }

  /** Removes the page data and pictures that the worker has kept. */
  readonly forget = async (): Promise<void> => {
    if (!this.#lookUp) return;
    const { webContents: contents } = new WebContentsView({ webPreferences: { sandbox: true } });
    try {
      await contents.loadURL(this.#options.server.origin + SITE_PATHS.forget);
    } finally {
      contents.close();
    }
  };

  /** The server has had the origin's storage cleared, and the worker with it: open pages may still want files. */
  readonly restore = async (): Promise<void> => {
    const { server, failed } = this.#options;
    const { origin } = server;
    // The next start puts a build's own worker back: meanwhile its server has what it lacks, as in a browser.
    if (this.#ownWorker !== undefined) {
      this.#state.write({ origin, script: '', hasOwn: true });
      return;
    }
    const options: Electron.ClearDataOptions = { origins: [origin], dataTypes: ['serviceWorkers'] };
    try {
      // One clears after the other. The first may come before the server's: then the second waits for that.
      await session.defaultSession.clearData(options);
      await session.defaultSession.clearData(options);
      await this.#seed();
    } catch (error) {
      failed(error);
    }
  };

  async #seed(isLost = false) {
    await this.#seeding?.run(isLost);
    const hasOwn = this.#seeding?.hasOwn === true;
    this.#state.write({ origin: this.#options.server.origin, script: this.#script, hasOwn });
  }

  /** The server's scripts are nobody's service worker: one could take over the whole origin. */
  #isForeignWorker(headers: Record<string, string>, url: string): boolean {
    const { origin } = this.#options.server;
    if (!url.startsWith(`${origin}/`)) return false;
    if (!Object.keys(headers).some((name) => name.toLowerCase() === 'service-worker')) return false;
    const path = new URL(url).pathname;
    if (path === this.#ownWorker) return false;
    if (path !== SITE_PATHS.worker)
      logOnce(
        `A service worker of the server was refused: ${path}. The build's own files come from the disk.`,
      );
    return true;
  }

  #guard(details: OnBeforeRequestListenerDetails, answer: (response: CallbackResponse) => void): boolean {
    const { url, method, resourceType, webContentsId } = details;
    // A step sees the requests of others too.
    if (!url.startsWith(`${this.#options.server.origin}/`)) return false;
    const { pathname } = new URL(url);
    // A build with a worker of its own decides itself when the server is asked.
    if (!this.#lookUp || (this.#ownWorker !== undefined && !pathname.startsWith('/_holdfast/'))) return false;
    const isDocument = resourceType === 'mainFrame' || resourceType === 'subFrame';
    const isOfPage = webContentsId !== undefined;
    const isServers = isOfPage && this.#passed.has(webContentsId);
    const isSeeding = this.#seeding?.isRunning === true;
    const isForeignScript = this.#options.server.isSealed === true && resourceType === 'script';
    const isObject = resourceType === 'object';
    const asked = {
      ...{ method, path: pathname, isDocument, isOfPage, isObject, isForeignScript, isServers },
    };
    const found = guardVerdict(asked, this.#lookUp, isSeeding, this.#tries, url, performance.now());
    if (found.tries) this.#tries = found.tries;
    switch (found.verdict) {
      case 'network':
        return false;
      case 'disk':
        answer({ redirectURL: addressOf(found.file) });
        return true;
      case 'refuse':
        if (isForeignScript && !pathname.startsWith('/_holdfast/'))
          logOnce(`A script of the server was refused: ${pathname}. The setting serverPages is false.`);
        answer({ cancel: true });
        return true;
      case 'tell':
        answer({ cancel: true });
        this.#saved(Number(new URL(url).search.slice(1)));
        return true;
      case 'give up':
        this.#options.failed(
          new Error(`The build's worker does not answer ${pathname}: the server is asked.`),
        );
        this.#pass(webContentsId);
        return false;
      case 'seed':
        void this.#again(details, answer);
        return true;
      default:
        return found satisfies never;
    }
  }

  /** A worker of the server's pages could say anything here. */
  #saved(at: number): void {
    if (at > 0) this.#options.saved(at);
  }

  /** Asks again, once the worker is there. */
  async #again(
    { url, resourceType, webContentsId }: OnBeforeRequestListenerDetails,
    answer: (response: CallbackResponse) => void,
  ): Promise<void> {
    logOnce('The worker of the build was gone, and is put back: each load that finds it gone takes longer.');
    await this.#seed(true).catch(this.#options.failed);
    const contents = webContentsId === undefined ? undefined : webContents.fromId(webContentsId);
    // A redirect looks for a worker again, but not that of a reload past every cache: another load replaces it.
    if (resourceType !== 'mainFrame' || !contents) return answer({ redirectURL: url });
    const isThere = contents.loadURL(url).then(
      () => true,
      () => false,
    );
    answer({ cancel: true });
    if ((await isThere) && !this.#passed.has(contents.id)) this.#tries = undefined;
  }

  /** The server answers for this page, until it goes. */
  #pass(id: number | undefined): void {
    const contents = id === undefined ? undefined : webContents.fromId(id);
    if (!contents) return;
    this.#passed.add(contents.id);
    const over = () => void this.#passed.delete(contents.id);
    onceLeft(contents, over);
    contents.once('destroyed', over);
  }
}

/** Chromium reads only one switch of this name. */
function addDisabledFeature(name: string): void {
  const { commandLine } = app;
  const others = commandLine.getSwitchValue('disable-features');
  commandLine.appendSwitch('disable-features', [others, name].filter(Boolean).join(','));
}
