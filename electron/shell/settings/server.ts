/** The app's own server, instead of a web build: the configuration's `web.address`. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { session } from 'electron';
import * as v from 'valibot';
import type { Config } from '../../builtConfig/config.ts';
import type { Settings } from '../../builtConfig/settingsSchema/schema.ts';
import { log } from '../../common/log.ts';
import { nodeCrypto } from '../../common/nodeCrypto.ts';
import { ASK, isServerAddress, parseHttpUrl, type Server, serverAt } from '../../common/origins.ts';
import { clear, SERVERS, SIGN_IN_HOSTS, SITE_STATE } from '../../common/savedData.ts';
import { stateFile } from '../../common/stateFile.ts';
import { setSessionData } from '../app/userData.ts';
import { readPages } from '../protocol/site.ts';

const KNOWN = v.object({
  address: v.string(),
  /** Of its certificate, if the user trusts that: SHA-256, in hexadecimal digits with colons. */
  fingerprint: v.optional(v.string()),
});

/** A server that the user has chosen, now or before. */
export type KnownServer = v.InferOutput<typeof KNOWN>;

/** A server's certificate that the user trusts; the fingerprint as above. */
export type TrustedCertificate = { host: string; fingerprint: string };

/** The server that the user has chosen, if the app asks for it. */
export interface UsersServer {
  /** Absent until the user has chosen. */
  address?: string;
  /** All that the user has chosen, the last one first. It shrinks when one is removed. */
  known: KnownServer[];
  certificate?: TrustedCertificate | undefined;
  /** Where what belongs to the server is stored. */
  folder: string;
}

/** Lets sign-ins visit this origin in the window: until the user changes the server or deletes saved data. */
export type Admit = (origin: string) => void;

const fileIn = (userData: string) =>
  stateFile(join(userData, 'server.json'), { address: v.optional(v.string()), servers: v.array(KNOWN) });

/** Where a server's pages store their data. Names of hosts may be longer than those of files. */
export const folderOf = (userData: string, { origin }: URL): string =>
  join(userData, SERVERS, nodeCrypto().createHash('sha256').update(origin).digest('hex'));

const isSameOrigin = (one: string, other: string): boolean => new URL(one).origin === new URL(other).origin;

/**
 * Returns the app's server, if the configuration names one, or the user's. The setting `address` replaces it; `origin` names
 * another one with the same pages, and for pages in the shell's own renderer it alone does. Must run before Electron is
 * ready: each of the user's servers has a folder of its own for what pages store. @param hasBuild whether there is a web build
 */
export function chosenServer(
  { address, serverPages }: Config['web'],
  settings: Settings,
  userData: string,
  hasBuild: boolean,
): { server?: Server; usersServer?: UsersServer; admit?: Admit } {
  if (address === undefined) {
    const isOfPages = settings.origin !== undefined && !hasBuild && readPages()?.length !== 0;
    return isOfPages ? { server: serverFor('/', settings, { isSealed: true }) } : {};
  }
  const build = hasBuild ? { isSealed: serverPages === false } : undefined;
  const isNamed = address !== ASK || settings.origin !== undefined || settings.address !== undefined;
  if (isNamed) {
    const named = settings.address ?? (address === ASK ? '/' : address);
    // The setting's may be http in the own network, which is looked at before it is shown.
    if (settings.address === undefined && named !== '/' && !isServerAddress(named)) return {};
    if (settings.address !== undefined) settings.origin = new URL(settings.address).origin;
    // Who names hosts has named all.
    const admit = settings.signInHosts ? undefined : signInHostsIn(userData, settings);
    return { server: serverFor(named, settings, build), admit };
  }
  const kept = fileIn(userData).read();
  const known = kept?.servers.filter((one) => parseHttpUrl(one.address)) ?? [];
  if (kept) removeOthers(userData, known);
  const url = parseHttpUrl(kept?.address ?? '');
  if (!url) return { usersServer: { folder: userData, known } };
  const folder = folderOf(userData, url);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  setSessionData(folder);
  const admit = signInHostsIn(folder, settings);
  const server = serverFor(url.href, settings, build);
  const fingerprint = known.find(({ address }) => isSameOrigin(address, url.href))?.fingerprint;
  const certificate = fingerprint === undefined ? undefined : { host: url.hostname, fingerprint };
  return { server, usersServer: { address: url.href, folder, known, certificate }, admit };
}

/** Adds the hosts that the user has admitted to those of the settings. */
function signInHostsIn(folder: string, settings: Settings): Admit {
  const file = stateFile(join(folder, SIGN_IN_HOSTS), { hosts: v.array(v.string()) });
  const hosts = file.read()?.hosts ?? [];
  const signInHosts = [...(settings.signInHosts ?? []), ...hosts];
  settings.signInHosts = signInHosts;
  return (origin) => {
    signInHosts.push(origin);
    hosts.push(origin);
    file.write({ hosts });
  };
}

function serverFor(address: string, settings: Settings, build?: { isSealed: boolean }): Server {
  const { origin, pathname, search } = new URL(address, settings.origin);
  settings.origin ??= origin;
  const server = serverAt(new URL(pathname + search, settings.origin).href, settings.signInHosts, build);
  const why = 'http beyond this machine has no service workers';
  if (build && !server.hasBuild) log(`The window shows ${server.origin} and not its build: ${why}.`);
  return server;
}

/** Keeps the user's choice. @param isTyped whether where its sign-ins may go is asked again @returns whether it could */
export function keepServer(
  userData: string,
  chosen: KnownServer,
  known: readonly KnownServer[],
  isTyped: boolean,
): boolean {
  const others = known.filter(({ address }) => !isSameOrigin(address, chosen.address));
  const isKept = fileIn(userData).write({ address: chosen.address, servers: [chosen, ...others] });
  const hosts = join(folderOf(userData, new URL(chosen.address)), SIGN_IN_HOSTS);
  if (isKept && isTyped) rmSync(hosts, { force: true });
  return isKept;
}

/** Removes a chosen server with all that its pages stored: now, or at the next start if the window shows it. */
export function removeServer(userData: string, address: string, { address: shown, known }: UsersServer) {
  const at = known.findIndex((one) => isSameOrigin(one.address, address));
  known.splice(at, 1);
  const isShown = shown !== undefined && isSameOrigin(shown, address);
  fileIn(userData).write({ ...(!isShown && { address: shown }), servers: known });
  removeOthers(userData, shown === undefined ? known : [...known, { address: shown }]);
}

/** Removes what the pages of all other servers stored; what cannot be removed now goes at the next start. */
function removeOthers(userData: string, kept: readonly KnownServer[]): void {
  const folder = join(userData, SERVERS);
  const names = kept.map(({ address }) => basename(folderOf(userData, new URL(address))));
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => !names.includes(name)) : [];
  clear(folder, others);
}

/** Removes an earlier version's worker, which would answer with files that are gone. @param folder of what pages store */
export async function endSite(folder: string): Promise<void> {
  const file = join(folder, SITE_STATE);
  if (!existsSync(file)) return;
  await session.defaultSession.clearStorageData({ storages: ['serviceworkers'] });
  rmSync(file);
}
