/** Help, Diagnostics: a window that shows what the app knows of itself, also when the rest doesn't work. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { app } from 'electron';
import { redactHere } from '../app/redact.ts';
import { answerMessage, NOTHING } from '../ipc/messages.ts';
import type { Handler } from '../protocol/handler.ts';
import type { LoadedSettings } from '../settings/settings.ts';
import { DIAGNOSTICS_CHANNELS } from '../shared/channels.ts';
import type { Telemetry } from '../telemetry/setup.ts';
import type { createDesk } from './desk.ts';
import { FAULTS_FILE, openFaultLog } from './faultLog.ts';
import { diagnosticsWindow } from './window.ts';

const PATH = '/_holdfast/diagnostics';

/**
 * Sets the diagnostics up. Only the fault log and the window are loaded at the start, and nothing is read.
 * @param loaded the settings as they were read; `settings` in it is the object that changes when the user chooses
 * @param userData `app.getPath('userData')`
 */
export function setupDiagnostics(
  loaded: LoadedSettings,
  userData: string,
  telemetry: Pick<Telemetry, 'state'>,
) {
  const { settings } = loaded;
  const atStart: LoadedSettings = { ...loaded, settings: { ...settings } };
  const faults = openFaultLog(join(userData, FAULTS_FILE), redactHere);
  process.on('exit', faults.flush);

  // The key keeps it from the app's own pages, which have the same origin.
  const key = randomUUID();
  const address = `${PATH}?key=${key}`;
  const window = diagnosticsWindow(address);
  let loading: Promise<ReturnType<typeof createDesk>> | undefined;
  const desk = () => {
    loading ??= import('./desk.ts').then((module) =>
      module.createDesk({ loaded: atStart, settings, telemetry, faults, address }),
    );
    return loading;
  };

  const { refresh, copy, save } = DIAGNOSTICS_CHANNELS;
  const { isTrustedSender } = window;
  answerMessage(refresh, NOTHING, isTrustedSender, async () => await (await desk()).refresh());
  answerMessage(copy, NOTHING, isTrustedSender, async () => (await desk()).copy());
  answerMessage(save, NOTHING, isTrustedSender, async () => {
    const parent = window.current();
    return parent ? await (await desk()).save(parent) : { status: '' };
  });

  const route: Handler = (request, path) => {
    if (path !== PATH || new URL(request.url).searchParams.get('key') !== key) return undefined;
    return desk().then(({ document }) => document());
  };
  return {
    open: () => void app.whenReady().then(window.open),
    note: faults.add,
    route,
  };
}
