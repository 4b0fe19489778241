/** Where an app leads: stand-ins for the browser and the mail program, which record what they should open (Linux only), and Chromium's log. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { atEnd } from './leftovers.ts';

export type FakeBrowser = Awaited<ReturnType<typeof fakeBrowser>>;

export async function fakeBrowser() {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-browser-'));
  const [list, code] = [join(folder, 'opened'), join(folder, 'code')];
  const program = `#!/bin/sh\nprintf '%s\\n' "$1" >> '${list}'\nexit $(cat '${code}')\n`;
  for (const name of ['xdg-open', 'xdg-email']) await writeFile(join(folder, name), program, { mode: 0o755 });
  const browser = {
    env: { PATH: `${folder}${delimiter}${process.env.PATH}` },
    /** For the test's files; `remove` deletes it too. */
    folder,
    /** What was opened, oldest first. */
    opened: async () => (await readFile(list, 'utf8')).split('\n').filter(Boolean),
    forget: () => writeFile(list, ''),
    /** Sets how the programs exit from now on. */
    endsWith: (status: number) => writeFile(code, String(status)),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
  atEnd(browser.remove);
  await browser.forget();
  await browser.endsWith(0);
  return browser;
}

/** The argument that makes an app write the log to this file until it ends. */
export const netLog = (file: string): string => `--log-net-log=${file}`;

/** The hosts in the log of an app that has ended. */
export async function hostsIn(file: string): Promise<string[]> {
  const log = await readFile(file, 'utf8');
  const found = [...log.matchAll(/"(?:url|host|hostname)":"([^"]+)"/g)].map(([, url = '']) => url);
  const asked = found.filter((one) => !/^(app|data|blob|devtools|chrome):/.test(one));
  return [...new Set(asked.map((url) => URL.parse(url)?.hostname ?? url))];
}
