/** Telemetry's part of the preload's bridge. */
import { ipcRenderer } from 'electron';
import { type ReplayCommand, TELEMETRY_CHANNELS, type TelemetryBridge } from '../../shared/telemetry.ts';

export const telemetryBridge: TelemetryBridge = {
  settings: () => ipcRenderer.invoke(TELEMETRY_CHANNELS.settings),
  report: (report) => ipcRenderer.send(TELEMETRY_CHANNELS.report, report),
  onCommand: (listener) => {
    // The page gets the command, never Electron's event, which would hand it ipcRenderer.
    const forward = (_event: unknown, command: ReplayCommand) => listener(command);
    ipcRenderer.on(TELEMETRY_CHANNELS.command, forward);
    return () => void ipcRenderer.off(TELEMETRY_CHANNELS.command, forward);
  },
};
