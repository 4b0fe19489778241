/** The servers that the user has chosen, for the menu. */
import { nativeImage } from 'electron';
import * as TEXTS from '../../shared/texts.ts';
import { isDiskFull } from '../app/freeSpace.ts';
import { restart } from '../app/lifecycle.ts';
import { showFailure } from '../app/messageBox.ts';
import { type KnownServer, keepServer, type UsersServer } from '../settings/server.ts';
import { lookOf } from './look.ts';

export interface ServersOptions {
  server: UsersServer;
  userData: string;
  /** Whether the user may trust a certificate. */
  mayTrust: boolean;
  /** The page to open on the first server. */
  path(): string;
  shown(): void;
}

/** Starts again with a server. @param typed the page, if its address was typed @returns why that cannot be kept */
export function switchServer({ userData, server }: ServersOptions, chosen: KnownServer, typed?: string) {
  if (!keepServer(userData, chosen, server.known, typed !== undefined))
    return isDiskFull(userData) ? 'ENOSPC' : 'EACCES';
  restart(`--open=${typed ?? '/'}`);
  return undefined;
}

export function serversOf(options: ServersOptions) {
  const { known, address: shown } = options.server;
  return {
    shown,
    all: () =>
      known.map(({ address }) => {
        const { icon } = lookOf(options.userData, address);
        return { address, icon: icon ? nativeImage.createFromDataURL(icon) : undefined };
      }),
    show(address: string): void {
      const chosen = known.find((one) => one.address === address);
      const code = chosen && switchServer(options, chosen);
      if (!code) return;
      const { title, words } = TEXTS.fault.main[code];
      void showFailure(undefined, title, new Error(words));
    },
  };
}
