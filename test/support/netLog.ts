/** Which hosts an app asked for anything, by Chromium's own log. */
import { readFile } from 'node:fs/promises';

/** The argument that makes an app write the log to this file until it ends. */
export const netLog = (file: string): string => `--log-net-log=${file}`;

/** The hosts in the log of an app that has ended. */
export async function hostsIn(file: string): Promise<string[]> {
  const log = await readFile(file, 'utf8');
  const found = [...log.matchAll(/"(?:url|host|hostname)":"([^"]+)"/g)].map(([, url = '']) => url);
  const asked = found.filter((one) => !/^(app|data|blob|devtools|chrome):/.test(one));
  return [...new Set(asked.map((url) => URL.parse(url)?.hostname ?? url))];
}
