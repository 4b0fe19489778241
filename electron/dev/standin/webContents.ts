/** Electron's WebContents over one Chromium page: loading, its events, IPC, recovery after a crash. */
import { EventEmitter } from 'node:events';
import type { ChromiumPage } from './chromium.ts';
import { decode, encode } from './clone.ts';
import { listenToConsole } from './console.ts';
import { emitEvent, makeEvent } from './events.ts';
import type { Frame, FrameTree } from './frames.ts';
import { CallStacks, HangMonitor } from './hang.ts';
import { History } from './history.ts';
import { type InputEvent, sendInput } from './input.ts';
import { dispatch, IpcMain, type PageMessage, type Sender } from './ipcMain.ts';
import { nextLoad } from './loadPromise.ts';
import { type Image, imageFrom } from './nativeImage.ts';
import { type Contents, Navigation } from './navigation.ts';
import { followPage } from './navigationEvents.ts';
import { answerDialogs } from './pageDialogs.ts';
import { evaluate } from './pageEvaluate.ts';
import { askHandler, type OpenDetails, type WindowOpenHandler } from './popups.ts';
import { preparePage } from './preparePage.ts';
import type { Requester } from './requests.ts';
import { serial } from './serial.ts';
import { notImplemented, strict } from './strict.ts';
import { type FrameHost, makeFrameFace } from './webFrameMain.ts';
import { Zoom } from './zoom.ts';

/** By the numbers of the arguments that `console-message` had before its details. */
const LEVELS = ['debug', 'info', 'warning', 'error'];

let lastId = 0;
const all = new Map<number, WebContents>();

export interface WebContentsOptions {
  page: Promise<ChromiumPage>;
  session: Electron.Session;
  preload: string | undefined;
  /** Whether the page's own scripts run. */
  javascript: boolean;
  userAgent: string;
  /** Whether a person may be there who clicks. */
  hasDisplay: boolean;
  /** Whether another client may be attached to the page. */
  isDebugged: boolean;
  /** Whether stacks of hung pages can be collected. */
  collectsStacks: boolean;
  /** Sets what documents of this URL's origin may do. */
  applyPermissions(url: string): Promise<void>;
  onInput(): void;
  onUnloadRefused(): void;
  onProcessGone(event: object, details: Electron.RenderProcessGoneDetails): void;
}

/** The parts of WebContents that are there. Others throw. */
export class WebContents extends EventEmitter implements Sender, FrameHost, Contents {
  readonly id = ++lastId;
  readonly face: Electron.WebContents;
  readonly ipc = new IpcMain();
  readonly history = new History(() => this.ready.then(({ session }) => session));
  readonly navigationHistory = strict(this.history, 'navigationHistory');
  readonly session: Electron.Session;
  private readonly options: WebContentsOptions;
  private readonly ready: Promise<ChromiumPage>;
  private readonly serial = serial(() => this.gone || this.crashed);
  private readonly hang = new HangMonitor((name) => {
    if (!this.options.isDebugged) this.tell(name, {});
  });
  private readonly zoom = new Zoom(() => this.ready.then(({ session }) => session));
  private readonly faces = new WeakMap<Frame, Electron.WebFrameMain>();
  private stacks: CallStacks | undefined;
  private readonly navigation = new Navigation(this, this.serial);
  private opener: WindowOpenHandler | undefined;
  private title = '';
  private gone = false;
  private crashed = false;
  private crashing: PromiseWithResolvers<void> | undefined;
  private pid: number | undefined;
  /** Speaks to the preload's world of the document that is shown. */
  private speak: ((text: string) => Promise<unknown>) | undefined;

  constructor(options: WebContentsOptions) {
    super();
    this.options = options;
    this.session = options.session;
    this.face = strict(this, 'webContents', () => this.gone) as unknown as Electron.WebContents;
    all.set(this.id, this);
    this.ready = this.prepare();
    this.ready.catch((error) => {
      if (!this.gone) console.error('stand-in:', error);
    });
  }

  private async prepare(): Promise<ChromiumPage> {
    const page = await this.options.page;
    const { session, targetId } = page;
    await session.send('Emulation.setUserAgentOverride', { userAgent: this.options.userAgent });
    await preparePage(session, targetId, this.options.preload, {
      onIsolatedWorld: (speak) => void this.serial(() => this.setSpeaker(speak)),
      onMessage: (text) => void this.serial(() => this.receive(decode(text) as PageMessage)),
      onOpen: (details) => void this.serial(() => this.ask({ ...details, disposition: undefined })),
    });
    await followPage(page, this.navigation, this.serial, (url, disposition) =>
      this.ask({ url, frameName: '', features: '', disposition }),
    );
    listenToConsole(session, (details) => {
      const { message, lineNumber, sourceId, level } = details;
      const args = [LEVELS.indexOf(level), message, lineNumber, sourceId];
      void this.serial(() => this.tell('console-message', { ...details, frame: this.mainFrame }, ...args));
    });
    void page.closed.then(() => this.forget());
    answerDialogs(session, {
      mayUnload: () => this.tell('will-prevent-unload', {}),
      onUnloadRefused: () => this.options.onUnloadRefused(),
    });
    if (!this.options.javascript) {
      await session.send('Emulation.setScriptExecutionDisabled', { value: true });
      this.on('dom-ready', () => void this.serial(() => this.readTitle(page)));
    }
    if (this.options.collectsStacks) this.stacks = await CallStacks.of(session);
    if (this.options.hasDisplay) this.hang.ask(session);
    return page;
  }

  /** Emits an event; true when a listener prevented its default. */
  tell(name: string, properties: object, ...args: unknown[]): boolean {
    return !this.gone && emitEvent(this.face as unknown as EventEmitter, name, properties, ...args);
  }

  private setSpeaker(speak: (text: string) => Promise<unknown>): void {
    this.speak = speak;
    this.title = '';
  }
  private receive(message: PageMessage): void {
    if (message.kind === 'preload-error') this.tell('preload-error', {}, this.options.preload, message.error);
    else if (message.kind === 'title') this.setTitle(message.title ?? '');
    else if (message.kind === 'input') this.options.onInput();
    // A handler may take its time; what the page tells next does not wait for it.
    else if (!this.gone) void dispatch(this, message);
  }
  private setTitle(title: string): void {
    this.title = title;
    // The window is told first, and decides on its own title.
    this.emit('-title', title);
    this.tell('page-title-updated', {}, title, true);
  }
  /** Where no script of the preload's world can watch it. */
  private async readTitle({ session }: ChromiumPage): Promise<void> {
    const { targetInfo } = await session.send('Target.getTargetInfo');
    // Without a title Chromium gives the address.
    if (!targetInfo.url.includes(targetInfo.title)) this.setTitle(targetInfo.title);
  }
  private ask(details: Omit<OpenDetails, 'referrer'>): void {
    askHandler(this.opener, { ...details, referrer: this.getURL() });
  }

  // What requests.ts asks of the page.
  readonly requester: Requester = {
    owns: (frameId) => this.navigation.frames.get(frameId) !== undefined,
    mayRequest: async (request) => {
      if (request.frameId === this.frames.main.id) await this.options.applyPermissions(request.url);
      return await this.navigation.mayRequest(request);
    },
    failAs: (loader, error) => this.navigation.failAs(loader, error),
    sawProcess: (pid) => {
      this.pid = pid;
    },
  };

  /** To be called when Chromium says that the page's process is gone. */
  processGone(reason: Electron.RenderProcessGoneDetails['reason'], exitCode: number): void {
    void this.serial(async () => {
      this.crashed = true;
      this.speak = undefined;
      this.pid = undefined;
      (await this.ready).abandon();
      this.navigation.processGone();
      this.crashing?.resolve();
      this.crashing = undefined;
      const [event, details] = [makeEvent(), { reason, exitCode }];
      // Electron's own listener hands it to `app`, and came first.
      this.options.onProcessGone(event, details);
      if (!this.gone) this.face.emit('render-process-gone', event, details);
    });
  }
  alive(): void {
    this.crashed = false;
  }

  /** The page is closed. */
  forget(): void {
    if (this.gone) return;
    this.gone = true;
    this.hang.stop();
    all.delete(this.id);
    emitEvent(this, 'destroyed', {});
  }

  loadURL = (url: string): Promise<void> => {
    const loaded = this.load(url);
    // Whoever does not wait for it learns of a failure by the events.
    loaded.catch(() => undefined);
    return loaded;
  };
  private async load(url: string): Promise<void> {
    const loaded = nextLoad(this, url, this.navigation.isOwnStart);
    this.navigation.load(url, this.whenAlive());
    await loaded;
  }
  loadFile(): never {
    throw notImplemented('webContents.loadFile');
  }
  reload = (): void => this.loadAgain(false);
  reloadIgnoringCache = (): void => this.loadAgain(true);
  private loadAgain(ignoreCache: boolean): void {
    void this.whenAlive().then((page) => this.serial(() => this.navigation.reload(page, ignoreCache)));
  }
  /** After a crash that was asked for, once it has happened. */
  private async whenAlive(): Promise<ChromiumPage> {
    const page = await this.ready;
    await this.crashing?.promise;
    return page;
  }
  stop = (): void => void this.ready.then(({ session }) => session.send('Page.stopLoading'));
  getURL = (): string => this.frames.main.url;
  getTitle(): string {
    if (!this.title) throw notImplemented('webContents.getTitle of a document without a title');
    return this.title;
  }
  isLoading = (): boolean => this.frames.isLoading();
  isLoadingMainFrame = (): boolean => this.frames.isMainLoading();
  isDestroyed = (): boolean => this.gone;
  isCrashed = (): boolean => this.crashed;
  getType = () => 'window' as const;
  isDevToolsOpened = (): boolean => false;
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.opener = handler;
  }
  /** A full repaint; taking a picture makes Chromium do one. */
  invalidate = (): void => void this.capturePage();
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
  sendInputEvent(event: InputEvent): void {
    this.options.onInput();
    this.hang.watch(this.ready.then(({ session }) => sendInput(session, event)));
  }

  send(channel: string, ...args: unknown[]): void {
    this.mainFrame.send(channel, ...args);
  }
  /** Sends to the preload's listeners. Without a document that has them the message is lost, as in Electron. */
  sendToMainFrame(channel: string, args: unknown[]): void {
    this.tellPage({ kind: 'message', channel, args });
  }
  reply(id: number, result: { value: unknown } | { error: string }): void {
    this.tellPage({ kind: 'reply', id, ...result });
  }
  private tellPage(message: Record<string, unknown>): void {
    const text = encode(message);
    // The document may go or crash while a message is on its way; Electron drops it as well.
    this.speak?.(text).catch((error) => {
      if (process.env.HOLDFAST_STANDIN_DEBUG) console.error('stand-in: a message was dropped:', error);
    });
  }
  frameAtSending(): () => Electron.WebFrameMain | null {
    const { speak } = this;
    return () => (speak !== undefined && speak === this.speak ? this.mainFrame : null);
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    if (!this.getURL() || this.isLoadingMainFrame())
      await new Promise((resolve) => this.once('did-stop-loading', resolve));
    return await this.evaluate(code, userGesture);
  }
  async evaluate(code: string, userGesture: boolean): Promise<unknown> {
    const { session } = await this.ready;
    return await evaluate(session, String(code), userGesture);
  }
  async collectCallStack(): Promise<string | undefined> {
    if (!this.stacks) throw new Error('DocumentPolicyIncludeJSCallStacksInCrashReports is not enabled');
    return await this.stacks.collect(this.navigation.headers);
  }

  get frames(): FrameTree {
    return this.navigation.frames;
  }
  get mainFrame(): Electron.WebFrameMain {
    return this.faceOf(this.frames.main);
  }
  faceOf(frame: Frame): Electron.WebFrameMain {
    const face = this.faces.get(frame) ?? makeFrameFace(this, frame);
    this.faces.set(frame, face);
    return face;
  }

  forcefullyCrashRenderer(): void {
    if (this.crashed) return;
    this.crashing ??= Promise.withResolvers();
    // The call never answers: the process that would is gone.
    void this.ready.then(({ session }) => session.send('Page.crash').catch(() => undefined));
  }
  getOSProcessId(): number {
    if (this.pid === undefined)
      throw notImplemented('webContents.getOSProcessId before the page has requested something');
    return this.pid;
  }
  async capturePage(rectangle?: Electron.Rectangle): Promise<Image> {
    const { session } = await this.ready;
    const clip = rectangle && { ...rectangle, scale: 1 };
    const { data } = await session.send('Page.captureScreenshot', { format: 'png', ...(clip && { clip }) });
    return imageFrom(Buffer.from(data, 'base64'));
  }
  /** Closes the page; with `waitForBeforeUnload` as a person does who is asked by it. */
  close(options?: Electron.CloseOpts): void {
    void this.ready.then(async (page) => {
      if (!options?.waitForBeforeUnload) return await page.close();
      // Chromium asks a page only after somebody has used it; Electron always.
      await page.session.send('Runtime.evaluate', { expression: '0', userGesture: true });
      await page.session.send('Page.close');
    });
  }
  /** Closes the page without asking it. */
  destroy(): void {
    this.forget();
    this.ready.then((page) => page.close()).catch((error) => console.error('stand-in:', error));
  }
  /** The window has another size. */
  async resized(): Promise<void> {
    if (this.zoom.factor !== 1) await this.zoom.apply();
  }
  whenReady = async (): Promise<ChromiumPage> => await this.ready;
}

/** Electron's `webContents` module. */
export const webContents = strict(
  {
    getAllWebContents: () => [...all.values()].map(({ face }) => face),
    fromId: (id: number) => all.get(id)?.face,
  },
  'webContents',
);
