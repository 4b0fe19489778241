/** The setting `proxy`: which paths of the app a server answers, and which server. */

import { parseSafeUrl } from '../app/origins.ts';
import * as TEXTS from '../shared/texts.ts';

/** Paths of the server at `origin`, or by path the address that it leads to: `/api/*` to `https://api.example.com/*`. */
export type ProxyPaths = readonly string[] | Readonly<Record<string, string>>;

/** The settings that name the app's own servers. */
export interface ServerSettings {
  origin?: string;
  proxy?: ProxyPaths;
}

/** A path, or all paths below one. Not the shell's own, and not `/*`: pages would be requested from the server. */
const PATH = /^\/(?!_holdfast|_next\/data|_next\/image|assets\/)[\w.~-][\w.~/-]*(?:\/\*)?$/;

const isList = (proxy: ProxyPaths): proxy is readonly string[] => Array.isArray(proxy);

/** The paths, such as `/api/*` and `/health`. */
export const pathsOf = (proxy: ProxyPaths = []): readonly string[] =>
  isList(proxy) ? proxy : Object.keys(proxy);

/** An address for each path that has a server, by path. */
export function addressesOf({ origin, proxy = [] }: ServerSettings): [path: string, address: string][] {
  if (!isList(proxy)) return Object.entries(proxy);
  return origin === undefined ? [] : proxy.map((path) => [path, origin + path]);
}

/** The origins of the app's own servers. */
export function appServers(settings: ServerSettings): string[] {
  const named = addressesOf(settings).map(([, address]) => new URL(address).origin);
  return [...new Set([...(settings.origin === undefined ? [] : [settings.origin]), ...named])];
}

/** What is wrong, or undefined. Continues the setting's name, and never repeats a value. */
export function proxyProblem(proxy: ProxyPaths): string | undefined {
  const { must, proxy: texts } = TEXTS.settings;
  if (!pathsOf(proxy).every((path) => PATH.test(path))) return must.proxy;
  if (isList(proxy)) return undefined;
  for (const [at, [path, address]] of Object.entries(proxy).entries()) {
    if (path.endsWith('/*') !== address.endsWith('/*')) return texts.star(at + 1);
    const plain = address.replace(/\/\*$/, '/');
    const url = parseSafeUrl(plain);
    if (!url || url.username || url.password || url.href !== plain || /[*?#]/.test(plain))
      return texts.address(at + 1);
  }
  return undefined;
}
