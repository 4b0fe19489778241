/** The bridge of the diagnostics window, and all it has of Electron: no SDK, none of the app's channels. */
import { contextBridge, ipcRenderer } from 'electron';
import { DIAGNOSTICS_CHANNELS } from '../shared/channels.ts';
import type { DiagnosticsBridge } from '../shared/diagnostics.ts';

const bridge: DiagnosticsBridge = {
  check: () => ipcRenderer.invoke(DIAGNOSTICS_CHANNELS.check),
  save: () => ipcRenderer.invoke(DIAGNOSTICS_CHANNELS.save),
};

contextBridge.exposeInMainWorld('holdfastDiagnostics', bridge);
