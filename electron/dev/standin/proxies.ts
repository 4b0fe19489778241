/** `session.resolveProxy` where no proxy is set: the stand-in's `net` goes direct, and would not follow one. */
import { notImplemented } from './strict.ts';

/** What Chromium reads proxies from: its switches, and on Linux without a desktop the environment. */
const SWITCHES = ['proxy-server', 'proxy-pac-url', 'proxy-auto-detect'];
const VARIABLE = /^(?:(?:http|https|all|ftp|auto|socks)_proxy|socks_server)$/i;
/** Chromium asks no proxy for this machine's own addresses (net/docs/proxy.md, "Implicit bypass rules"). */
const LOOPBACK = /^(?:localhost|(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i;

/**
 * `DIRECT`, as Electron answers where no proxy is set.
 * @throws for a machine with a proxy, and a URL that is none
 */
export function resolveProxy(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  hasSwitch: (name: string) => boolean,
): string {
  const { hostname } = new URL(url);
  if (LOOPBACK.test(hostname)) return 'DIRECT';
  const isSet = SWITCHES.some(hasSwitch) || Object.keys(env).some((name) => VARIABLE.test(name) && env[name]);
  if (isSet) throw notImplemented('session.resolveProxy on a machine with a proxy');
  return 'DIRECT';
}
