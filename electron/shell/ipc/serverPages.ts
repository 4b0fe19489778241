/** A server in the window: the app's own at its address, or in development its dev server. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { pageScript } from 'virtual:documents';
import { app, ipcMain } from 'electron';
import { appFolder } from '../../builtConfig/folder.ts';
import { log } from '../../common/log.ts';
import type { Messages } from '../../common/messages.ts';
import type { Server } from '../../common/origins.ts';
import { CHANNELS } from '../../shared/channels.ts';
import { allowTime } from '../../shared/limitValues/durations.ts';
import type { AppWindow } from '../window/appWindow.ts';

const LOOK_MS = 500;
const CONNECT_MS = 2_000;

/** Browsers wait minutes for a server, with a blank screen. */
const SERVER_DURATIONS = { commitMs: 30_000, readyMs: 60_000 };
/** A dev server compiles on request; main polls for one that is gone instead of waiting for it. */
const DEV_DURATIONS = { commitMs: 60_000, readyMs: 60_000, retryMs: 60_000 };

/** Must be called before Chromium starts. @param isOwn whether the pages, with their scripts, are of the shell's own renderer */
export async function setupServerPages(
  messages: Messages,
  server: Server | undefined,
  isOwn: boolean,
  window: Pick<AppWindow, 'status'>,
  online: () => void,
): Promise<void> {
  if (!server) return;
  const { origin, isDev } = server;
  const script = readFileSync(join(appFolder(), 'renderer', pageScript), 'utf8');
  // Main adds nothing to a server's documents: they come unchanged.
  ipcMain.on(CHANNELS.pageScript, (event, own: unknown) => {
    event.returnValue = messages.mayHaveBridge(event, own) ? script : '';
  });
  if (!isOwn) allowTime(isDev ? DEV_DURATIONS : SERVER_DURATIONS);
  if (!isDev) return;
  const local = await import('../../common/localServer.ts');
  await leadThroughMain(origin, local);
  setInterval(async () => {
    if (window.status?.fault.kind === 'load' && (await local.isUp(origin, LOOK_MS))) online();
  }, LOOK_MS).unref();
}

/**
 * Routes Chromium's connections to the dev server through main, which checks each time who owns the server: its pages have
 * the bridge, and another user may listen on the other address of `localhost`, or replace a server that ended.
 */
async function leadThroughMain(
  origin: string,
  { reach, strangerAt }: typeof import('../../common/localServer.ts'),
): Promise<void> {
  const told = new Set<string>();
  async function lead(socket: Socket): Promise<void> {
    const server = await reach(origin, CONNECT_MS);
    // An error on either side ends the other.
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
