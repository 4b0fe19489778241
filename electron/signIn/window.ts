/** The sign-in window: pages of the web app and of identity hosts, in their own session. */
import { app, type BrowserWindow, type WebContents } from 'electron';
import { logOnce } from '../app/log.ts';
import { failedLoad, rendererGone } from '../recovery/faults.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { type Fault, httpFault, loadFault } from '../shared/fault.ts';
import * as TEXTS from '../shared/texts.ts';
import { focusWindow, makeWindow, type WindowPlace } from '../window/createWindow.ts';
import { takeGesture } from '../window/gestures.ts';
import { allowWindow } from '../window/openedWindow.ts';
import { type NavigationVerdict, type OnExternal, setVerdict } from '../window/security.ts';
import { signInSession } from './session.ts';
import { type SignInSettings, signInAddress, signInVerdict } from './signIn.policy.ts';

const SIZE = { width: 520, height: 720 } as const;

/** Time limit of the first page, in ms. */
const LIMIT_MS = 30_000;

export interface SignInWindowOptions {
  settings: SignInSettings;
  done(): void;
  note(fault: Fault): void;
  documentPath(fault: Fault): string;
  onExternal: OnExternal;
}

/** There is one sign-in window at a time, plus those that its pages open. */
export class SignInWindow {
  readonly #options: SignInWindowOptions;
  readonly #address: string | undefined;
  readonly #windows = new Set<BrowserWindow>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SignInWindowOptions) {
    this.#options = options;
    this.#address = signInAddress(options.settings);
  }

  /** Opens the window at this address, or brings it to the front. */
  open(address: string): void {
    const [window] = this.#windows;
    if (window) focusWindow(window);
    else this.#begin(address, SIZE);
  }

  #begin(address: string, bounds: WindowPlace['bounds']): void {
    const window = this.#follow(makeWindow('signIn', bounds, { session: signInSession() }));
    // Only once: otherwise a page that keeps reloading would steal the focus, and the keys pressed elsewhere.
    window.webContents.once('did-navigate', () => window.show());
    this.#load(window, address);
  }

  #load(window: BrowserWindow, address: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(window, loadFault('ERR_TIMED_OUT', '/', Date.now())), LIMIT_MS);
    // did-fail-load reports the reason.
    window.loadURL(address).catch(() => undefined);
  }

  #fail(window: BrowserWindow, failure: Fault | undefined): void {
    if (!failure) return;
    clearTimeout(this.#timer);
    const fault = { ...failure, url: this.#address ? new URL(this.#address).pathname : '/' };
    this.#options.note(fault);
    // Never inside the event.
    setImmediate(() => !window.isDestroyed() && this.#showFault(window, fault));
  }

  /** In another window, at the same place: this window's session cannot show a page of ours. */
  #showFault(failed: BrowserWindow, fault: Fault): void {
    const window = makeWindow('plain', failed.getBounds());
    const contents = window.webContents;
    this.#windows.add(window);
    window.on('closed', () => this.#windows.delete(window));
    contents.once('did-navigate', () => {
      window.show();
      failed.destroy();
    });
    contents.on('will-frame-navigate', (event) => {
      event.preventDefault();
      const isAgain = new URL(event.url).pathname !== '/';
      const bounds = window.getBounds();
      setImmediate(() => {
        if (window.isDestroyed()) return;
        if (isAgain && this.#address !== undefined) this.#begin(this.#address, bounds);
        window.destroy();
      });
    });
    contents.loadURL(APP_ORIGIN + this.#options.documentPath(fault)).catch(() => undefined);
  }

  /** Closes the window and those that its pages opened. */
  close(): void {
    clearTimeout(this.#timer);
    for (const window of this.#windows) window.destroy();
  }

  #follow(window: BrowserWindow): BrowserWindow {
    const contents = window.webContents;
    this.#windows.add(window);
    window.on('closed', () => this.#windows.delete(window));
    this.#limit(window, contents);
    this.#followSteps(window, contents);
    // Text typed there does not belong to the app.
    contents.on('will-prevent-unload', (event) => event.preventDefault());
    // The page chooses neither the window's title nor its position.
    window.on('page-title-updated', (event) => event.preventDefault());
    contents.on('content-bounds-updated', (event) => event.preventDefault());
    contents.on('did-navigate', (_event, address, status, text) => {
      clearTimeout(this.#timer);
      window.setTitle(TEXTS.signIn.title({ host: new URL(address).host || address, name: app.name }));
      // Such a page may be blank; pages that ask the user something have another status.
      if (status >= 500) this.#fail(window, httpFault(status, '/', Date.now(), text));
    });
    contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
      if (isMainFrame) this.#fail(window, failedLoad(code, description, '/'));
    });
    contents.on('render-process-gone', (_event, details) => this.#fail(window, rendererGone(details, '/')));
    return window;
  }

  #limit(window: BrowserWindow, contents: WebContents): void {
    const { settings, onExternal } = this.#options;
    const verdict = (address: string): NavigationVerdict => {
      const found = signInVerdict(address, settings);
      return found === 'stay' ? 'app' : found === 'done' ? 'denied' : found;
    };
    setVerdict(contents, verdict);
    contents.setWindowOpenHandler((details) => {
      const { url } = details;
      const found = url === 'about:blank' ? 'app' : verdict(url);
      if (found === 'external') onExternal(url, contents);
      if (found !== 'app' || !this.#mayOpen(window)) {
        if (found !== 'external')
          logOnce(
            'A page of the sign-in wanted a window without a press, or of another server: refused. signInHosts names those that it may visit.',
          );
        return { action: 'deny' };
      }
      return allowWindow('signIn', details, (_wanted, webContents) => {
        const from = webContents ? { webContents } : { session: signInSession() };
        const opened = this.#follow(makeWindow('signIn', SIZE, from));
        // At once: if its page never loads, it would stay invisible.
        opened.show();
        return opened;
      });
    });
  }

  /**
   * One window for each press. Main sees no press inside a frame, such as a provider's button, so a page with frames
   * may open one more while its window has the focus.
   */
  #mayOpen(window: BrowserWindow): boolean {
    const { webContents: contents } = window;
    const hasFrames = contents.mainFrame.frames.length > 0;
    return takeGesture(contents) || (hasFrames && window.isFocused() && this.#windows.size === 1);
  }

  #followSteps(window: BrowserWindow, contents: WebContents): void {
    const went = (address: string, isMainFrame: boolean) => {
      if (!isMainFrame || signInVerdict(address, this.#options.settings) !== 'done') return;
      setImmediate(() => {
        if (window.isDestroyed()) return;
        this.close();
        this.#options.done();
      });
    };
    contents.on('will-redirect', ({ url, isMainFrame }) => went(url, isMainFrame));
    contents.on('will-frame-navigate', ({ url, isMainFrame }) => went(url, isMainFrame));
    contents.on('did-navigate-in-page', (_event, url, isMainFrame) => went(url, isMainFrame));
  }
}
