/** The app's own server, instead of a web build: the configuration's `web.address`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { ASK, isServerAddress, parseHttpUrl, type Server, serverAt } from '../../common/origins.ts';
import { clearUnusableIn, SERVERS, SIGN_IN_HOSTS } from '../../common/savedData.ts';
import { stateFile, writeState } from '../../common/stateFile.ts';
import type { Config } from '../../configuration/config.ts';
import type { Settings } from '../../configuration/settings/schema.ts';
import { setSessionData } from '../app/userData.ts';

/** The server that the user has chosen, if the app asks for it. */
export interface UsersServer {
  /** Absent until the user has chosen. */
  address?: string;
  /** Where what belongs to the server is stored. */
  folder: string;
  /** Lets its sign-ins visit this origin in the window, until the user changes the server. */
  admit(origin: string): void;
}

const fileIn = (userData: string) => join(userData, 'server.json');

/**
 * Returns the app's server, if the configuration names one, or the user's, and whether the user may choose it. The setting
 * `origin` names another server with the same pages; its default is this one. Must run before Electron is ready: each of
 * the user's servers has a folder of its own for what pages store.
 * @param web from the configuration
 */
export function chosenServer(
  { address, serverPages }: Config['web'],
  settings: Settings,
  userData: string,
): { server?: Server; usersServer?: UsersServer } {
  if (address === undefined) return {};
  if (address !== ASK || settings.origin !== undefined) {
    const path = address === ASK ? '/' : address;
    return path === '/' || isServerAddress(path) ? { server: serverFor(path, settings, serverPages) } : {};
  }
  const chosen = stateFile(fileIn(userData), { address: v.string() }).read();
  const url = parseHttpUrl(chosen?.address ?? '');
  if (!url) return { usersServer: { folder: userData, admit: () => undefined } };
  // Names of hosts may be longer than those of files.
  const name = nodeCrypto().createHash('sha256').update(url.origin).digest('hex');
  const folder = join(userData, SERVERS, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  clearUnusableIn(folder);
  setSessionData(folder);
  const file = stateFile(join(folder, SIGN_IN_HOSTS), { hosts: v.array(v.string()) });
  const hosts = file.read()?.hosts ?? [];
  const signInHosts = [...(settings.signInHosts ?? []), ...hosts];
  settings.signInHosts = signInHosts;
  const server = serverFor(url.href, settings, serverPages);
  const admit = (origin: string) => {
    signInHosts.push(origin);
    hosts.push(origin);
    file.write({ hosts });
  };
  return { server, usersServer: { address: url.href, folder, admit } };
}

function serverFor(address: string, settings: Settings, serverPages = true): Server {
  const { origin, pathname, search } = new URL(address, settings.origin);
  settings.origin ??= origin;
  return serverAt(new URL(pathname + search, settings.origin).href, settings.signInHosts, !serverPages);
}

/**
 * Keeps the user's choice for the next start, and forgets where the sign-ins of the server before it may go.
 * @returns the error message, if any
 */
export function keepServer(userData: string, address: string, before: UsersServer): string | undefined {
  const problem = writeState(fileIn(userData), { address });
  if (!problem) rmSync(join(before.folder, SIGN_IN_HOSTS), { force: true });
  return problem;
}
