/** Electron's WebContents: what main can do with a page. The parts that are not here throw. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { appInstance } from './app.ts';
import { letGo } from './cdp.ts';
import { type ChromiumPage, closeAsking } from './chromium.ts';
import type { History } from './history.ts';
import { type InputEvent, sendInput } from './input.ts';
import { nextLoad } from './loadPromise.ts';
import { imageFrom } from './nativeImage.ts';
import { PageContents } from './pageContents.ts';
import type { WindowOpenHandler } from './popups.ts';
import { notImplemented, type Shared, strict } from './strict.ts';
import type { WebContentsOptions } from './webContentsOptions.ts';
import { Zoom } from './zoom.ts';

const all = new Map<number, WebContents>();

export class WebContents extends PageContents {
  readonly face = strict(this, 'webContents', () => this.gone) as unknown as Electron.WebContents;
  readonly navigationHistory: Electron.NavigationHistory = strict(
    this.history satisfies Shared<
      History,
      Electron.NavigationHistory
    > as object as Electron.NavigationHistory,
    'navigationHistory',
  );
  readonly session: Electron.Session;
  private readonly zoom = new Zoom(() => this.page.then(({ session }) => session));

  constructor(options: WebContentsOptions) {
    super(options);
    this.session = options.session;
    all.set(this.id, this);
  }
  protected override forget(): void {
    all.delete(this.id);
    super.forget();
  }

  loadURL = (url: string): Promise<void> => {
    const loaded = this.load(url);
    // Whoever does not wait for it learns of a failure by the events.
    loaded.catch(() => undefined);
    return loaded;
  };
  /** @param file relative to the app's folder */
  loadFile = (file: string, options: Electron.LoadFileOptions = {}): Promise<void> => {
    const { query, search, hash } = options;
    if (query !== undefined) throw notImplemented('loadFile with query');
    const url = pathToFileURL(resolve(appInstance.getAppPath(), file));
    if (search !== undefined) url.search = search;
    if (hash !== undefined) url.hash = hash;
    return this.loadURL(url.href);
  };
  private async load(url: string): Promise<void> {
    const loaded = nextLoad(this, url, this.navigation.isOwnStart);
    this.navigation.load(url, this.whenAlive());
    await loaded;
  }
  reload = (): void => this.loadAgain(false);
  reloadIgnoringCache = (): void => this.loadAgain(true);
  private loadAgain(ignoreCache: boolean): void {
    letGo(this.whenAlive().then((page) => this.serial(() => this.navigation.reload(page, ignoreCache))));
  }
  /** After a crash that was asked for, once it has happened. */
  private async whenAlive(): Promise<ChromiumPage> {
    const page = await this.page;
    await this.crashing?.promise;
    return page;
  }
  stop = (): void => letGo(this.page.then(({ session }) => session.send('Page.stopLoading')));

  getURL = (): string => this.frames.main.url;
  getTitle(): string {
    if (!this.title) throw notImplemented('webContents.getTitle of a document without a title');
    return this.title;
  }
  isLoading = (): boolean => this.frames.isLoading();
  isLoadingMainFrame = (): boolean => this.frames.isMainLoading();
  getType = () => 'window' as const;
  isDevToolsOpened = (): boolean => false;
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.opener = handler;
  }

  setZoomFactor = (factor: number): void => this.zoom.setFactor(factor);
  getZoomFactor = (): number => this.zoom.factor;
  setZoomLevel = (level: number): void => this.zoom.setLevel(level);
  getZoomLevel = (): number => this.zoom.level;
  get zoomFactor(): number {
    return this.zoom.factor;
  }
  set zoomFactor(factor: number) {
    this.zoom.setFactor(factor);
  }
  get zoomLevel(): number {
    return this.zoom.level;
  }
  set zoomLevel(level: number) {
    this.zoom.setLevel(level);
  }

  send(channel: string, ...args: unknown[]): void {
    this.mainFrame.send(channel, ...args);
  }
  sendInputEvent(event: InputEvent): void {
    this.options.onInput();
    this.hang.watch(this.page.then(({ session }) => sendInput(session, event)));
  }
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    if (!this.getURL() || this.isLoadingMainFrame())
      await new Promise((resolve) => this.once('did-stop-loading', resolve));
    return await this.evaluate(code, userGesture);
  }
  async capturePage(rectangle?: Electron.Rectangle): Promise<Electron.NativeImage> {
    const { session } = await this.page;
    const clip = rectangle && { ...rectangle, scale: 1 };
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', ...(clip && { clip }) });
    return imageFrom(Buffer.from(data, 'base64'));
  }
  /** A full repaint; taking a picture makes Chromium do one. */
  invalidate = (): void => letGo(this.capturePage());

  forcefullyCrashRenderer(): void {
    if (this.crashed) return;
    this.crashing ??= Promise.withResolvers();
    // The call never answers: the process that would is gone.
    const asked = this.page.then(({ session }) => session.send('Page.crash'));
    const refused = asked.catch((error) => {
      // Chromium does not do it to a page that is on its way to another one.
      if (!/pending navigations/.test(`${error}`) || this.pid === undefined) throw error;
      process.kill(this.pid, 'SIGKILL');
    });
    letGo(refused);
  }
  getOSProcessId(): number {
    if (this.pid === undefined)
      throw notImplemented('webContents.getOSProcessId before the page has requested something');
    return this.pid;
  }
  /** Closes the page; with `waitForBeforeUnload` as a person does who is asked by it. */
  close(options?: Electron.CloseOpts): void {
    this.ending = true;
    const asked = options?.waitForBeforeUnload ?? false;
    // Also a page that could not be prepared is there.
    letGo(this.opened.then((page) => (asked ? closeAsking(page, () => !this.ending) : page.close())));
  }

  /** For the window: closes the page without asking it, and at once. */
  destroy(): void {
    this.forget();
    this.close();
  }
  /** The window has another size. */
  async resized(): Promise<void> {
    if (this.zoom.factor !== 1) await this.zoom.apply();
  }
  whenReady = async (): Promise<ChromiumPage> => await this.page;
}

/** Electron's `webContents` module. */
export const webContents = strict(
  {
    getAllWebContents: () => [...all.values()].map(({ face }) => face),
    fromId: (id: number) => all.get(id)?.face,
  },
  'webContents',
);
