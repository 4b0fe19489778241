/** The only bridge between a page and Electron: `window.holdfast`, and nothing else. */
import { contextBridge, ipcRenderer } from 'electron';
import { type Bridge, CHANNELS } from './contract/channels.ts';
import type { Fault } from './contract/fault.ts';

const bridge: Bridge = {
  ready: () => ipcRenderer.send(CHANNELS.ready),
  onFault: (listener) => {
    // The page gets the fault, never Electron's event, which would hand it ipcRenderer.
    const forward = (_event: unknown, fault: Fault) => listener(fault);
    ipcRenderer.on(CHANNELS.fault, forward);
    return () => void ipcRenderer.off(CHANNELS.fault, forward);
  },
};

contextBridge.exposeInMainWorld('holdfast', bridge);
