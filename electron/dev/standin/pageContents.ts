/** What stands behind a WebContents: one Chromium page, its events in order, its messages, its end. */
import { EventEmitter } from 'node:events';
import { letGo } from './cdp.ts';
import type { ChromiumPage } from './chromium.ts';
import { decode } from './clone.ts';
import { listenToConsole } from './console.ts';
import { emitEvent, makeEvent } from './events.ts';
import type { Frame, FrameTree } from './frames.ts';
import { CallStacks, HangMonitor } from './hang.ts';
import { History } from './history.ts';
import { dispatch, IpcMain, type PageMessage, type Sender } from './ipcMain.ts';
import { Messages, type Speaker } from './messages.ts';
import { type Contents, Navigation } from './navigation.ts';
import { followPage } from './navigationEvents.ts';
import { answerDialogs } from './pageDialogs.ts';
import { evaluate } from './pageEvaluate.ts';
import { askHandler, type OpenDetails, type WindowOpenHandler } from './popups.ts';
import { preparePage } from './preparePage.ts';
import type { Requester } from './requests.ts';
import { serial, throwLater } from './serial.ts';
import type { WebContentsOptions } from './webContentsOptions.ts';
import { type FrameHost, makeFrameFace } from './webFrameMain.ts';

/** By the numbers of the arguments that `console-message` had before its details. */
const LEVELS = ['debug', 'info', 'warning', 'error'];
let lastId = 0;

export abstract class PageContents extends EventEmitter implements Sender, FrameHost, Contents {
  readonly id = ++lastId;
  readonly ipc = new IpcMain();
  readonly history = new History(() => this.page.then(({ session }) => session));
  abstract readonly face: Electron.WebContents;
  protected readonly options: WebContentsOptions;
  /** The page behind it, from its first moment on. */
  protected opened: Promise<ChromiumPage>;
  /** Resolves when the page can be navigated. */
  protected readonly page: Promise<ChromiumPage>;
  protected readonly serial = serial(() => this.gone || this.crashed);
  protected readonly navigation = new Navigation(this, this.serial);
  protected readonly hang = new HangMonitor((name) => {
    if (!this.options.isDebugged) this.tell(name, {});
  });
  protected opener: WindowOpenHandler | undefined;
  protected title = '';
  protected gone = false;
  protected crashed = false;
  /** Until a crash that main asked for has happened. */
  protected crashing: PromiseWithResolvers<void> | undefined;
  /** It is being closed: what becomes of its process is told to nobody. */
  protected ending = false;
  protected pid: number | undefined;
  private readonly messages = new Messages();
  private readonly faces = new WeakMap<Frame, Electron.WebFrameMain>();
  private stacks: CallStacks | undefined;

  constructor(options: WebContentsOptions) {
    super();
    this.options = options;
    this.opened = options.openPage();
    this.page = this.open();
    // Where no script of the preload's world can watch it.
    if (!options.javascript) this.on('dom-ready', () => void this.serial(() => this.readTitle()));
    this.page.catch((error) => {
      if (!this.gone) console.error('stand-in:', error);
    });
  }

  /**
   * The first page that lives until it is prepared: Electron's web contents have no process before they load
   * something, so none of theirs is gone before.
   */
  private async open(): Promise<ChromiumPage> {
    for (;;) {
      const { opened } = this;
      const page = await opened;
      letGo(page.closed.then(() => opened === this.opened && this.forget()));
      const prepared = this.prepare(page);
      const isLost = await Promise.race([prepared.then(() => false), page.lost.then(() => true)]);
      if (!isLost || this.ending) {
        await prepared;
        return page;
      }
      this.opened = this.options.openPage();
      letGo(prepared);
      page.abandon();
      letGo(page.close());
    }
  }
  private async prepare(page: ChromiumPage): Promise<void> {
    const { session, targetId } = page;
    await session.send('Emulation.setUserAgentOverride', { userAgent: this.options.userAgent });
    const { preload, sessionPreloads } = this.options;
    const preloads = preload === undefined ? sessionPreloads : [...sessionPreloads, preload];
    await preparePage(session, targetId, preloads, {
      onIsolatedWorld: (speak) => void this.serial(() => this.setSpeaker(speak)),
      onMessage: (text) => void this.serial(() => this.receive(decode(text) as PageMessage)),
      onOpen: (details) => void this.serial(() => this.askOpener({ ...details, disposition: undefined })),
    });
    await followPage(page, this.navigation, this.serial, (url, disposition) =>
      this.askOpener({ url, frameName: '', features: '', disposition }),
    );
    listenToConsole(session, (details) => {
      const { message, lineNumber, sourceId, level } = details;
      const args = [LEVELS.indexOf(level), message, lineNumber, sourceId];
      void this.serial(() => this.tell('console-message', { ...details, frame: this.mainFrame }, ...args));
    });
    answerDialogs(session, this.serial, {
      mayUnload: () => this.tell('will-prevent-unload', {}),
      onUnloadRefused: () => this.unloadRefused(),
    });
    if (!this.options.javascript) await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    // Chromium refuses to debug a page that may run no script, and such a page has no stack.
    if (this.options.collectsStacks && this.options.javascript) this.stacks = await CallStacks.of(session);
    if (this.options.hasDisplay) this.hang.ask(session);
  }

  /** Emits an event; true when a listener prevented its default. */
  tell(name: string, properties: object, ...args: unknown[]): boolean {
    return !this.gone && emitEvent(this.face as unknown as EventEmitter, name, properties, ...args);
  }

  private receive(message: PageMessage): void {
    if (message.kind === 'preload-error') this.tell('preload-error', {}, message.path, message.error);
    else if (message.kind === 'title') this.setTitle(message.title ?? '');
    else if (message.kind === 'input') this.receiveInput(message.input);
    // A handler may take its time; what the page tells next does not wait for it.
    else if (!this.gone) dispatch(this, message).catch(throwLater);
  }
  private receiveInput(type: string | undefined): void {
    this.options.onInput();
    if (type) this.tell('input-event', {}, { type });
  }
  /** A new document. */
  private setSpeaker(speak: Speaker): void {
    this.messages.setSpeaker(speak);
    this.title = '';
  }
  private setTitle(title: string): void {
    this.title = title;
    // The window is told first, and decides on its own title.
    this.options.onTitle(title);
    this.tell('page-title-updated', {}, title, true);
  }
  private async readTitle(): Promise<void> {
    const { session } = await this.page;
    const { targetInfo } = await session.send('Target.getTargetInfo');
    // Without a title Chromium gives the address.
    if (!targetInfo.url.includes(targetInfo.title)) this.setTitle(targetInfo.title);
  }
  private askOpener(details: Omit<OpenDetails, 'referrer'>): void {
    askHandler(this.opener, { ...details, referrer: this.frames.main.url });
  }
  private unloadRefused(): void {
    this.ending = false;
    this.navigation.unloadRefused();
    this.options.onUnloadRefused();
  }

  /** What requests.ts asks of the page. */
  readonly requester: Requester = {
    owns: (frameId) => this.frames.get(frameId) !== undefined,
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
    if (this.ending) return;
    void this.serial(async () => {
      this.crashed = true;
      this.messages.setSpeaker(undefined);
      this.pid = undefined;
      (await this.page).abandon();
      this.navigation.processGone();
      this.crashing?.resolve();
      this.crashing = undefined;
      const [event, details] = [makeEvent(), { reason, exitCode }];
      // Electron's own listener hands it to `app`, and came first.
      this.options.onProcessGone(event, details);
      if (!this.gone) (this.face as EventEmitter).emit('render-process-gone', event, details);
    });
  }
  alive(): void {
    this.crashed = false;
  }
  readyToShow(): void {
    this.options.onReadyToShow();
  }
  /** The page is closed. */
  protected forget(): void {
    if (this.gone) return;
    this.gone = true;
    this.hang.stop();
    emitEvent(this, 'destroyed', {});
    this.options.onDestroyed();
  }
  isDestroyed = (): boolean => this.gone;
  isCrashed = (): boolean => this.crashed;

  sendToMainFrame(channel: string, args: unknown[]): void {
    this.messages.tell({ kind: 'message', channel, args });
  }
  reply(id: number, result: { value: unknown } | { error: string }): void {
    this.messages.tell({ kind: 'reply', id, ...result });
  }
  frameAtSending(): () => Electron.WebFrameMain | null {
    const isStillThere = this.messages.isStillThere();
    return () => (isStillThere() ? this.mainFrame : null);
  }
  async evaluate(code: string, userGesture: boolean): Promise<unknown> {
    const { session } = await this.page;
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
}
