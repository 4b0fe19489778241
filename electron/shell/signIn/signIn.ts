/** Sign-ins of the server that the window shows: where they may go, and signing out. */
import { type ClearDataOptions, session, type WebContents } from 'electron';
import type { HostOptions } from './host.ts';

interface SignInOptions extends Omit<HostOptions, 'admit'> {
  /** Absent if the configuration or an administrator names the hosts. */
  admit: HostOptions['admit'] | undefined;
  /** Removes the saved data of the web app; rejects if anything remains. */
  forget(): Promise<void>;
}

export function setupSignIn({ settings, shell, links, admit, forget }: SignInOptions) {
  let leaving: Promise<void> | undefined;

  if (admit)
    links.asks = (address, contents) =>
      void import('./host.ts').then(({ askAboutHost }) =>
        askAboutHost(address, contents, { settings, shell, links, admit }),
      );

  async function leave(): Promise<void> {
    const { origin, signInHosts = [] } = settings;
    const { defaultSession } = session;
    const { server } = shell.origins;
    // A pending response could bring a cookie back.
    await defaultSession.closeAllConnections();
    await defaultSession.clearStorageData({ storages: ['cookies'] });
    for (const one of [...(origin === undefined ? [] : [origin]), ...signInHosts]) {
      const isBuild = server?.hasBuild && one === server.origin;
      await defaultSession.clearData({
        origins: [one],
        // Includes what they stored inside frames, which has another key.
        originMatchingMode: 'origin-in-all-contexts',
        ...(isBuild && { dataTypes: BESIDE_BUILD }),
      });
    }
    await forget();
    shell.app.reload();
    shell.app.focus();
  }

  return {
    /** Opens a captive portal's sign-in page: the portal answers plain http for any server. */
    openPortal(contents: WebContents): void {
      if (settings.origin) links.open(`http://${new URL(settings.origin).hostname}/`, contents);
    },
    /**
     * Removes all cookies (an identity host's would sign the same person in again), and all that those servers or the app
     * stored. Then loads the page again. Rejects if anything is left.
     */
    signOut: () => (leaving ??= leave().finally(() => (leaving = undefined))),
  };
}

/** All that pages store, but for the worker and the cache of a build at its server's address. */
const BESIDE_BUILD: NonNullable<ClearDataOptions['dataTypes']> = [
  ...(['backgroundFetch', 'downloads', 'fileSystems', 'indexedDB', 'localStorage', 'webSQL'] as const),
];
