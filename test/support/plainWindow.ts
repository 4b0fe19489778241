/** A bare window of the same Electron that shows a server's pages like a browser. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from './leftovers.ts';
import { type Watched, watch } from './recovery.ts';

const MAIN = `
const { app, BrowserWindow, session } = require('electron');
app.on('login', (event, _contents, _details, _info, answer) => {
  event.preventDefault();
  answer('ann', 'right');
});
app.whenReady().then(() => {
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  return new BrowserWindow({ show: true }).loadURL(process.argv.at(-1));
});
`;

/**
 * Signs in as `ann` with the password `right` if required.
 * @param address of the page in the window
 */
export async function plainWindow(
  address: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Watched> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-plain-'));
  await writeFile(join(folder, 'package.json'), '{"name":"plain","main":"main.cjs"}');
  await writeFile(join(folder, 'main.cjs'), MAIN);
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return await watch({ app: folder, env, args: [address] });
}
