/** The app's own dev server in the window, in development. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageScript } from 'virtual:documents';
import { ipcMain } from 'electron';
import { appFolder } from '../app/folder.ts';
import { isUp } from '../app/isUp.ts';
import { devOrigin } from '../app/origins.ts';
import type { CurrentFault } from '../recovery/currentFault.ts';
import { CHANNELS } from '../shared/channels.ts';
import { DURATIONS } from '../shared/durations.ts';
import type { TrustedPage } from '../window/trusted.ts';
import { accepted, NOTHING } from './messages.ts';

/** Milliseconds between two looks whether a server that was gone is back. */
const LOOK_MS = 500;

/** Such a server compiles what it is asked for; one that is gone is looked for, not waited for. */
export const DEV_DURATIONS = { commitMs: 60_000, readyMs: 60_000, retryMs: 60_000 };

export interface DevServerParts {
  fault: Pick<CurrentFault, 'status'>;
  trusted: Pick<TrustedPage, 'is'>;
  /** The server is back. */
  online(): void;
}

/** Does nothing where the window shows no dev server. */
export function setupDevServer({ fault, trusted, online }: DevServerParts): void {
  const origin = devOrigin();
  if (!origin) return;
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
