/** The app's own dev server in the window, in development. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { pageScript } from 'virtual:documents';
import { app, ipcMain } from 'electron';
import { appFolder } from '../app/folder.ts';
import { isUp, reach, strangerAt } from '../app/localServer.ts';
import { log } from '../app/log.ts';
import { devOrigin } from '../app/origins.ts';
import type { CurrentFault } from '../recovery/currentFault.ts';
import { CHANNELS } from '../shared/channels.ts';
import { DURATIONS } from '../shared/durations.ts';
import type { TrustedPage } from '../window/trusted.ts';
import { accepted, NOTHING } from './messages.ts';

/** Milliseconds between two looks whether a server that was gone is back. */
const LOOK_MS = 500;
/** Milliseconds that a connection to it may take. */
const CONNECT_MS = 2_000;

/** Such a server compiles what it is asked for; one that is gone is looked for, not waited for. */
const DEV_DURATIONS = { commitMs: 60_000, readyMs: 60_000, retryMs: 60_000 };

interface DevServerOptions {
  fault: Pick<CurrentFault, 'status'>;
  trusted: Pick<TrustedPage, 'is'>;
  /** The server is back. */
  online(): void;
}

/** Does nothing where the window shows no dev server. Must be called before Chromium starts. */
export async function setupDevServer({ fault, trusted, online }: DevServerOptions): Promise<void> {
  const origin = devOrigin();
  if (!origin) return;
  await leadThroughMain(origin);
  Object.assign(DURATIONS, DEV_DURATIONS);
  const script = readFileSync(join(appFolder(), 'renderer', pageScript), 'utf8');
  // Of the page's documents main inserts nothing: they come from the server as they are.
  ipcMain.on(CHANNELS.pageScript, (event, ...args: unknown[]) => {
    event.returnValue = accepted(CHANNELS.pageScript, event, args, NOTHING, trusted.is) ? script : '';
  });
  setInterval(async () => {
    if (fault.status?.fault.kind === 'load' && (await isUp(origin, LOOK_MS))) online();
  }, LOOK_MS).unref();
}

/**
 * Makes every connection of Chromium to the dev server one of main's, which looks each time whose server it is: what comes
 * from this address has the bridge, and another user of the machine may listen on the other address of `localhost`, or take
 * the place of a server that ended.
 */
async function leadThroughMain(origin: string): Promise<void> {
  const told = new Set<string>();
  async function lead(socket: Socket): Promise<void> {
    const server = await reach(origin, CONNECT_MS);
    // Errors of either end the other.
    if (server) return void pipeline(socket, server, socket, () => undefined);
    socket.resetAndDestroy();
    const stranger = await strangerAt(origin);
    if (!stranger || told.has(stranger)) return;
    told.add(stranger);
    log(stranger);
  }
  const way = createServer((socket) => {
    socket.on('error', () => undefined);
    void lead(socket);
  });
  await once(way.unref().listen(0, '127.0.0.1'), 'listening');
  const { host } = new URL(origin);
  const { port } = way.address() as AddressInfo;
  app.commandLine.appendSwitch('host-resolver-rules', `MAP ${host} 127.0.0.1:${port}`);
}
