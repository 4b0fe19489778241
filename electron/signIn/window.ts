/** The window of a sign-in: pages of the web app and of identity hosts, in a session of their own. */
import { app, type BrowserWindow, type WebContents } from 'electron';
import { failedLoad, rendererGone } from '../recovery/faults.ts';
import { APP_ORIGIN } from '../shared/channels.ts';
import { type Fault, httpFault, loadFault } from '../shared/fault.ts';
import * as TEXTS from '../shared/texts.ts';
import { focusWindow, makeWindow, type Place } from '../window/createWindow.ts';
import { takeGesture } from '../window/gestures.ts';
import { type NavigationVerdict, type OnExternal, setVerdict } from '../window/security.ts';
import { signInSession } from './session.ts';
import { isSignIn, type SignInSettings, signInAddress, signInVerdict } from './signIn.policy.ts';

const SIZE = { width: 520, height: 720 } as const;

/** How long the first page has to come, in ms. */
const LIMIT_MS = 30_000;

export interface SignInWindowOptions {
  settings: SignInSettings;
  done(): void;
  note(fault: Fault): void;
  /** The path of a document that shows this fault. */
  documentPath(fault: Fault): string;
  onExternal: OnExternal;
}

/** There is one such window at a time, and those that its pages open. */
export class SignInWindow {
  readonly #options: SignInWindowOptions;
  readonly #address: string | undefined;
  readonly #windows = new Set<BrowserWindow>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SignInWindowOptions) {
    this.#options = options;
    this.#address = signInAddress(options.settings);
  }

  /** The path at which a sign-in begins; undefined if the settings name none. */
  get path(): string | undefined {
    return this.#address && new URL(this.#address).pathname;
  }

  /** Opens the window, or brings it to the front. Does nothing if the settings name no sign-in. */
  readonly open = (address = this.#address): void => {
    const [window] = this.#windows;
    if (window) focusWindow(window);
    else if (address !== undefined) this.#begin(address, SIZE);
  };

  #begin(address: string, bounds: Place['bounds']): void {
    const window = this.#follow(makeWindow('signIn', bounds, { session: signInSession() }));
    // Once: a page that loads itself again would take the focus each time, and the keys that are pressed elsewhere.
    window.webContents.once('did-navigate', () => window.show());
    this.#load(window, address);
  }

  /** Opens an address if it belongs to signing in. Returns whether it does. */
  readonly takes = (address: string): boolean => {
    const isMine = isSignIn(address, this.#options.settings);
    if (isMine) this.open(address);
    return isMine;
  };

  #load(window: BrowserWindow, address: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(window, loadFault('ERR_TIMED_OUT', '/', Date.now())), LIMIT_MS);
    // did-fail-load has the reason of a failure.
    window.loadURL(address).catch(() => undefined);
  }

  #fail(window: BrowserWindow, failure: Fault | undefined): void {
    if (!failure) return;
    clearTimeout(this.#timer);
    const fault = { ...failure, url: this.path ?? '/' };
    this.#options.note(fault);
    // Never from inside of the event.
    setImmediate(() => !window.isDestroyed() && this.#showFault(window, fault));
  }

  /** In another window, at the same place: there is no page of ours in the session of this one. */
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

  /** Closes the window, and those that its pages have opened. */
  close(): void {
    clearTimeout(this.#timer);
    for (const window of this.#windows) window.destroy();
  }

  /** Puts the rules on a window, and follows it. */
  #follow(window: BrowserWindow): BrowserWindow {
    const contents = window.webContents;
    this.#windows.add(window);
    window.on('closed', () => this.#windows.delete(window));
    this.#limit(window, contents);
    this.#followSteps(window, contents);
    // What is typed there is not the app's.
    contents.on('will-prevent-unload', (event) => event.preventDefault());
    // A page chooses neither what stands there nor where the window is.
    window.on('page-title-updated', (event) => event.preventDefault());
    contents.on('content-bounds-updated', (event) => event.preventDefault());
    contents.on('did-navigate', (_event, address, status, text) => {
      clearTimeout(this.#timer);
      window.setTitle(TEXTS.signIn.title({ host: new URL(address).host || address, name: app.name }));
      // It may be blank; what is asked of the user has another status.
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
    contents.setWindowOpenHandler(({ url }) => {
      const found = url === 'about:blank' ? 'app' : verdict(url);
      if (found === 'external') onExternal(url, contents);
      if (found !== 'app' || !this.#mayOpen(window)) return { action: 'deny' };
      return {
        action: 'allow',
        // What the page asks for, such as a window without a frame, is not among it.
        createWindow: (options) => {
          const { webContents } = options as { webContents?: WebContents };
          const from = webContents ? { webContents } : { session: signInSession() };
          const opened = this.#follow(makeWindow('signIn', SIZE, from));
          // At once: one whose page never comes would be there unseen.
          opened.show();
          // After a click with Ctrl there are none that load it. did-fail-load has the reason of a failure.
          if (!webContents) opened.loadURL(url).catch(() => undefined);
          return opened.webContents;
        },
      };
    });
  }

  /**
   * One for each press. Main sees none in a frame, such as a provider's button: a page with frames may have one more
   * while its window has the focus.
   */
  #mayOpen(window: BrowserWindow): boolean {
    const { webContents: contents } = window;
    const hasFrames = contents.mainFrame.frames.length > 0;
    return takeGesture(contents) || (hasFrames && window.isFocused() && this.#windows.size === 1);
  }

  /** Sees where the sign-in comes to its end. */
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
