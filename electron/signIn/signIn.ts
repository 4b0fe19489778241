/** Signing in and out. Nobody is ever shown what was saved for another user. */
import type { WebContents } from 'electron';
import { mainFailed } from '../recovery/faults.ts';
import { appServers, type ServerSettings } from '../settings/proxy.ts';
import type { UsersServer } from '../settings/server.ts';
import type { ExternalLinks } from '../window/externalLinks.ts';
import type { Shell } from '../window/shell.ts';
import { isSignIn, type SignInSettings, signInAddress } from './signIn.policy.ts';
import type { SignInWindow, SignInWindowOptions } from './window.ts';

interface SignInOptions extends Pick<SignInWindowOptions, 'note'> {
  settings: SignInSettings & ServerSettings;
  shell: Shell;
  links: ExternalLinks;
  /** The server that the user has chosen, if the app asks for it. */
  usersServer: UsersServer | undefined;
  /** Removes the saved data of the web app; rejects if anything remains. */
  forget(): Promise<void>;
}

export function setupSignIn({ settings, shell, links, usersServer, forget, note }: SignInOptions) {
  const begin = signInAddress(settings);
  let opened: Promise<SignInWindow> | undefined;
  let leaving: Promise<void> | undefined;
  const fail = (error: unknown) => shell.app.failed(mainFailed('unhandledRejection', error));

  /** Does nothing without the settings for a sign-in. */
  function open(address = begin): void {
    if (address === undefined) return;
    opened ??= import('./window.ts').then(
      ({ SignInWindow }) =>
        new SignInWindow({
          settings,
          note,
          documentPath: (fault) =>
            shell.documents.add(fault.url, fault.id, () => ({
              fault,
              retryAt: null,
              help: [],
              script: false,
            })),
          onExternal: links.open,
          done: () => void finish().then(show, fail),
        }),
    );
    void opened.then((window) => window.open(address));
  }

  links.takes = (address) => {
    const isMine = isSignIn(address, settings);
    if (isMine) open(address);
    return isMine;
  };
  // A configured server's hosts are its developer's or administrator's to name.
  if (usersServer?.address !== undefined)
    links.asks = (address, contents) =>
      void import('./host.ts').then(({ askAboutHost }) =>
        askAboutHost(address, contents, { settings, shell, links, admit: usersServer.admit }),
      );

  async function finish(): Promise<void> {
    await forget();
    const { handOver } = await import('./session.ts');
    for (const server of appServers(settings)) await handOver(server).catch(fail);
  }

  function show(): void {
    const isBegin =
      begin !== undefined && new URL(shell.app.path, begin).pathname === new URL(begin).pathname;
    if (isBegin) shell.app.focus('/');
    else shell.app.reload();
    shell.app.focus();
  }

  async function leave(): Promise<void> {
    (await opened)?.close();
    const { forgetSignIns } = await import('./session.ts');
    await forgetSignIns([...appServers(settings), ...(settings.signInHosts ?? [])]);
    await forget();
    show();
  }

  return {
    isSet: begin !== undefined,
    open: () => open(),
    /** Opens a captive portal's sign-in page: the portal answers plain http for any server. */
    openPortal(contents: WebContents): void {
      if (settings.origin) links.open(`http://${new URL(settings.origin).hostname}/`, contents);
    },
    /**
     * Removes all cookies (an identity host's would sign the same person in again without asking), and everything that
     * those servers or the app stored and saved. Then loads the page again. Once at a time. Rejects if anything is left.
     */
    signOut: () => (leaving ??= leave().finally(() => (leaving = undefined))),
  };
}

export type SignIn = ReturnType<typeof setupSignIn>;
