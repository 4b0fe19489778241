/** Electron's default session: permissions. */
import { EventEmitter } from 'node:events';
import { appInstance } from './app.ts';
import type { Session as Cdp } from './cdp.ts';
import { fromPartition } from './partitions.ts';
import { preloadScripts } from './preloadScripts.ts';
import { ownScheme, protocol } from './protocol.ts';
import { resolveProxy } from './proxies.ts';
import { notImplemented, type Shared, strict } from './strict.ts';
import { originOf, toChromium } from './urls.ts';

type Check = Exclude<Parameters<Electron.Session['setPermissionCheckHandler']>[0], null>;
type Ask = Exclude<Parameters<Electron.Session['setPermissionRequestHandler']>[0], null>;
type Permission = Parameters<Ask>[1];

/** Electron's names for what Chromium's permissions are called in CDP. */
const PERMISSIONS: readonly [
  electron: Permission,
  chromium: { name: string; allowWithoutSanitization?: boolean },
][] = [
  ['geolocation', { name: 'geolocation' }],
  ['notifications', { name: 'notifications' }],
  ['midi', { name: 'midi' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['clipboard-sanitized-write', { name: 'clipboard-write', allowWithoutSanitization: false }],
  ['idle-detection', { name: 'idle-detection' }],
  ['storage-access', { name: 'storage-access' }],
];

class Session extends EventEmitter {
  readonly protocol = protocol;
  private check: Check | null = null;
  private ask: Ask | null = null;
  private readonly applied = new Set<string>();

  setPermissionCheckHandler(handler: Check | null): void {
    this.check = handler;
    this.applied.clear();
  }
  setPermissionRequestHandler(handler: Ask | null): void {
    this.ask = handler;
    this.applied.clear();
  }
  setSpellCheckerEnabled(enable: boolean): void {
    if (enable) throw notImplemented('session.setSpellCheckerEnabled(true)');
  }
  // biome-ignore lint/suspicious/useAwait: Electron rejects, it does not throw.
  async resolveProxy(url: string): Promise<string> {
    return resolveProxy(url, process.env, (name) => appInstance.commandLine.hasSwitch(name));
  }
  registerPreloadScript = preloadScripts.register;
  unregisterPreloadScript = preloadScripts.unregister;
  getPreloadScripts = preloadScripts.all;
  isPersistent(): boolean {
    return true;
  }
  get face(): Electron.Session {
    return face as unknown as Electron.Session;
  }

  /**
   * Chromium cannot be made to ask when a page asks, so the handlers are asked for every permission before a document
   * of an origin is shown, and their answers are set. Without a handler Electron grants, and so does this.
   */
  async apply(browser: Cdp, contents: Electron.WebContents, url: string): Promise<void> {
    const origin = originOf(url);
    if (origin === 'null' || this.applied.has(origin)) return;
    this.applied.add(origin);
    const chromiumOrigin = toChromium(origin, ownScheme());
    // A page that came over an insecure network has none of them, whatever the handlers say, and cannot be given any.
    if (!isTrustworthy(chromiumOrigin)) return;
    for (const [name, permission] of PERMISSIONS) {
      const setting = this.grants(contents, name, `${origin}/`) ? ('granted' as const) : ('denied' as const);
      await browser.send('Browser.setPermission', { permission, setting, origin: chromiumOrigin });
    }
  }
  private grants(contents: Electron.WebContents, permission: Permission, url: string): boolean {
    const details = { requestingUrl: url, isMainFrame: true, securityOrigin: url };
    if (this.check && !this.check(contents, permission, url, details)) return false;
    if (!this.ask) return true;
    let granted: boolean | undefined;
    const answer = (answered: boolean) => {
      granted = answered;
    };
    this.ask(contents, permission, answer, details);
    if (granted === undefined) throw notImplemented('a permission request that is answered later');
    return granted;
  }
}

/** As W3C's Secure Contexts has it, for the schemes that a page can come from. */
function isTrustworthy(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export const sessionInstance = new Session();
const face = strict(sessionInstance satisfies Omit<Shared<Session, Electron.Session>, 'protocol'>, 'session');
export const session = strict(
  {
    get defaultSession(): Electron.Session {
      if (!appInstance.isReady()) throw new TypeError('Session can only be received when app is ready');
      return sessionInstance.face;
    },
    fromPartition(name: string, options?: Electron.FromPartitionOptions): Electron.Session {
      if (!appInstance.isReady()) throw new TypeError('Session can only be received when app is ready');
      return fromPartition(name, options);
    },
  },
  'session',
);
