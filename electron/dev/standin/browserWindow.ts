/** Electron's BrowserWindow over one Chromium window. What a headless machine cannot show is kept as state. */
import { EventEmitter } from 'node:events';
import { appInstance } from './app.ts';
import { letGo } from './cdp.ts';
import type { Chromium } from './chromium.ts';
import { emitEvent } from './events.ts';
import { powerMonitorInstance } from './powerMonitor.ts';
import { preloadScripts } from './preloadScripts.ts';
import type { Requests } from './requests.ts';
import { sessionInstance } from './session.ts';
import { notImplemented, strict } from './strict.ts';
import { WebContents } from './webContents.ts';
import { checkOptions, initialBounds } from './windowOptions.ts';

type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

/** What windows stand on. */
export interface Ground {
  chromium: Chromium;
  requests: Requests;
  screen: Electron.Size;
  hasDisplay: boolean;
  isDebugged: boolean;
}

let ground: Ground | undefined;
let lastId = 0;
const windows: BrowserWindow[] = [];
let focused: BrowserWindow | undefined;
/** How long Electron waits for a window to close before it calls it unresponsive, in ms. */
const CLOSING_MS = 5_000;
const STACKS = 'DocumentPolicyIncludeJSCallStacksInCrashReports';

/** Gives the windows their Chromium; before that, making one throws. */
export function setGround(given: Ground): void {
  ground = given;
  given.chromium.browser.on('Target.targetCrashed', ({ targetId, status, errorCode }) => {
    for (const window of windows) window.targetCrashed(targetId, status, errorCode);
  });
}

/** Reasons as Electron names them, from Chromium's termination status. */
function reasonOf(status: string): Electron.RenderProcessGoneDetails['reason'] {
  if (status === 'killed') return 'killed';
  if (status.startsWith('oom')) return 'oom';
  if (status.startsWith('abnormal')) return 'abnormal-exit';
  if (status === 'normal') return 'clean-exit';
  if (status === 'failed to launch') return 'launch-failed';
  if (status === 'integrity failure') return 'integrity-failure';
  return 'crashed';
}

/** The windows that are there, as `app` needs them. */
export const openWindows = (): BrowserWindow[] => [...windows];

export class BrowserWindow extends EventEmitter {
  static getAllWindows = (): Electron.BrowserWindow[] => windows.map(({ face }) => face);
  static getFocusedWindow = (): Electron.BrowserWindow | null => focused?.face ?? null;
  static fromId = (id: number): Electron.BrowserWindow | null =>
    windows.find((window) => window.id === id)?.face ?? null;
  static fromWebContents = (contents: Electron.WebContents): Electron.BrowserWindow | null =>
    windows.find((window) => window.contents.id === contents.id)?.face ?? null;

  readonly id = ++lastId;
  readonly face: Electron.BrowserWindow;
  readonly contents: WebContents;
  autoHideMenuBar = false;
  private readonly ground: Ground;
  private state: State = 'normal';
  /** What leaving full screen, or restoring, leads back to. */
  private before: 'normal' | 'maximized' = 'normal';
  private visible = false;
  private destroyed = false;
  private bounds: Electron.Rectangle;
  private minimum: Electron.Size;
  private title: string;
  private targetId = '';
  private silence: NodeJS.Timeout | undefined;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    if (!appInstance.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    if (!ground) throw notImplemented('a window of an app that has quit');
    checkOptions(options);
    this.ground = ground;
    this.title = options.title ?? appInstance.name;
    this.minimum = { width: options.minWidth ?? 0, height: options.minHeight ?? 0 };
    this.bounds = initialBounds(options, ground.screen);
    this.autoHideMenuBar = options.autoHideMenuBar ?? false;
    const { chromium, requests, hasDisplay, isDebugged } = ground;
    this.contents = new WebContents({
      openPage: chromium.openPage,
      session: sessionInstance.face,
      preload: options.webPreferences?.preload,
      sessionPreloads: preloadScripts.take(),
      javascript: options.webPreferences?.javascript !== false,
      userAgent: appInstance.userAgentFallback,
      hasDisplay,
      isDebugged,
      collectsStacks: appInstance.commandLine.getSwitchValue('enable-features').includes(STACKS),
      applyPermissions: (url) => sessionInstance.apply(chromium.browser, this.contents.face, url),
      onInput: () => powerMonitorInstance.input(),
      onUnloadRefused: () => appInstance.quitRefused(),
      onTitle: (title) => this.setTitleFromPage(title),
      onReadyToShow: () => this.tellSoon('ready-to-show'),
      onDestroyed: () => this.pageDestroyed(),
      onProcessGone: (event, details) =>
        appInstance.emit('render-process-gone', event, this.contents.face, details),
    });
    this.face = strict(this, 'BrowserWindow', () => this.destroyed) as unknown as Electron.BrowserWindow;
    windows.push(this);
    requests.add(this.contents.requester);
    this.follow();
    letGo(this.place());
    emitEvent(appInstance, 'web-contents-created', {}, this.contents.face);
    emitEvent(appInstance, 'browser-window-created', {}, this.face);
    if (options.show !== false) this.show();
    // biome-ignore lint/correctness/noConstructorReturn: every reader must get the strict object.
    return this.face as unknown as BrowserWindow;
  }

  get webContents(): Electron.WebContents {
    return this.contents.face;
  }

  /** Tells the window's listeners; true when one prevented the default. */
  private tell(name: string, ...args: unknown[]): boolean {
    return emitEvent(this.face as unknown as EventEmitter, name, {}, ...args);
  }
  private tellSoon(name: string): void {
    setImmediate(() => {
      if (!this.destroyed) this.tell(name);
    });
  }

  private pageDestroyed(): void {
    clearTimeout(this.silence);
    this.ground.requests.remove(this.contents.requester);
    this.closed();
  }
  private setTitleFromPage(title: string): void {
    if (!this.destroyed && !this.tell('page-title-updated', title, true)) this.title = title;
  }
  /** The window hangs with its page. */
  private follow(): void {
    const { contents } = this;
    let soon: NodeJS.Timeout | undefined;
    contents.on('unresponsive', () => {
      // The page may come back just then.
      soon = setTimeout(() => !this.destroyed && this.tell('unresponsive'), 50);
    });
    contents.on('responsive', () => {
      clearTimeout(soon);
      if (!this.destroyed) this.tell('responsive');
    });
  }

  private async place(): Promise<void> {
    this.targetId = (await this.contents.whenReady()).targetId;
    await this.applyBounds();
  }
  private async applyBounds(): Promise<void> {
    const page = await this.contents.whenReady();
    if (this.destroyed) return;
    const { session } = page;
    const { windowId } = await session.send('Browser.getWindowForTarget');
    const { x: left, y: top, width, height } = this.bounds;
    // Chromium's bar is on top: the page itself gets the size that was asked for.
    const bounds =
      this.state === 'normal'
        ? { left, top, width, height: height + (await page.barHeight()), windowState: 'normal' as const }
        : { windowState: this.state };
    // Chromium goes from one of the other states to another by way of the normal one only.
    if (this.state !== 'normal')
      await session.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
    await session.send('Browser.setWindowBounds', { windowId, bounds });
    await this.contents.resized();
  }

  /** Chromium lost the process of a page: this window's, if the target is its own. */
  targetCrashed(targetId: string, status: string, errorCode: number): void {
    if (targetId === this.targetId && !this.destroyed) this.contents.processGone(reasonOf(status), errorCode);
  }

  private closed(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    windows.splice(windows.indexOf(this), 1);
    if (focused === this) focused = undefined;
    this.tell('closed');
    if (windows.length === 0) appInstance.allWindowsClosed();
  }

  loadURL = (url: string): Promise<void> => this.contents.loadURL(url);
  loadFile = (file: string, options?: Electron.LoadFileOptions): Promise<void> =>
    this.contents.loadFile(file, options);
  reload = (): void => this.contents.reload();
  capturePage = (rectangle?: Electron.Rectangle) => this.contents.capturePage(rectangle);
  show(): void {
    this.setVisible(true);
    this.focus();
  }
  showInactive = (): void => this.setVisible(true);
  hide(): void {
    this.setVisible(false);
    this.blur();
  }
  private setVisible(visible: boolean): void {
    if (this.visible === visible) return;
    this.visible = visible;
    this.tell(visible ? 'show' : 'hide');
  }
  focus(): void {
    if (focused === this || !this.visible) return;
    focused?.blur();
    focused = this;
    this.tellFocus('focus');
  }
  blur(): void {
    if (focused !== this) return;
    focused = undefined;
    this.tellFocus('blur');
  }
  private tellFocus(name: 'focus' | 'blur'): void {
    this.tellSoon(name);
    setImmediate(() => emitEvent(appInstance, `browser-window-${name}`, {}, this.face));
  }
  isFocused = (): boolean => focused === this;
  isVisible = (): boolean => this.visible;
  isDestroyed = (): boolean => this.destroyed;
  isMinimized = (): boolean => this.state === 'minimized';
  isMaximized = (): boolean => this.state === 'maximized';
  isFullScreen = (): boolean => this.state === 'fullscreen';
  isNormal = (): boolean => this.state === 'normal';
  private to(state: State, ...events: string[]): void {
    if (this.state === state) return;
    if (this.state === 'normal' || this.state === 'maximized') this.before = this.state;
    this.state = state;
    const applied = this.applyBounds().then(() => {
      for (const event of events) if (!this.destroyed) this.tell(event);
    });
    letGo(applied);
  }
  minimize = (): void => this.to('minimized', 'minimize');
  restore(): void {
    if (this.state === 'minimized') this.to(this.before, 'restore');
  }
  /** Shows the window too, without the focus. */
  maximize(): void {
    this.setVisible(true);
    this.to('maximized', 'maximize');
  }
  unmaximize(): void {
    if (this.state === 'maximized') this.to('normal', 'unmaximize');
  }
  setFullScreen(flag: boolean): void {
    if (flag) this.to('fullscreen', 'enter-full-screen');
    else if (this.state === 'fullscreen') this.to(this.before, 'leave-full-screen');
  }
  getBounds = (): Electron.Rectangle => ({ ...this.bounds });
  getNormalBounds = (): Electron.Rectangle => ({ ...this.bounds });
  getSize = (): number[] => [this.bounds.width, this.bounds.height];
  getPosition = (): number[] => [this.bounds.x, this.bounds.y];
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const before = this.bounds;
    const wanted = { ...before, ...bounds };
    const width = Math.max(wanted.width, this.minimum.width);
    const height = Math.max(wanted.height, this.minimum.height);
    this.bounds = { ...wanted, width, height };
    const [isMoved, isResized] = [
      before.x !== wanted.x || before.y !== wanted.y,
      before.width !== width || before.height !== height,
    ];
    const applied = this.applyBounds().then(() => {
      if (isMoved && !this.destroyed) this.tell('move');
      if (isResized && !this.destroyed) this.tell('resize');
    });
    letGo(applied);
  }
  setSize = (width: number, height: number): void => this.setBounds({ width, height });
  setPosition = (x: number, y: number): void => this.setBounds({ x, y });
  getTitle = (): string => this.title;
  setTitle(title: string): void {
    this.title = title;
  }
  setMenu(): void {
    // A menu bar is no part of the page.
  }
  setMenuBarVisibility(): void {
    // As for setMenu.
  }
  setBackgroundColor(): void {
    // Seen only between two paints, which a picture of the page never holds.
  }

  /** Asks by `close`, then the page by its beforeunload, then goes. */
  close(): void {
    if (this.destroyed) return;
    if (this.tell('close')) return appInstance.quitRefused();
    this.silence ??= setTimeout(() => !this.destroyed && this.tell('unresponsive'), CLOSING_MS);
    this.contents.close({ waitForBeforeUnload: true });
  }
  /** Goes without asking: only `closed` is told. */
  destroy(): void {
    if (this.destroyed) return;
    this.closed();
    // Electron's page goes after its window, when nothing of the window is on the stack any more.
    setImmediate(() => this.contents.destroy());
  }
}

/** What `electron` exports as BrowserWindow. */
export const browserWindowClass = strict(BrowserWindow, 'BrowserWindow');
