const { contextBridge, ipcRenderer } = require('electron');

/** @type {(name: string, input: unknown) => Promise<unknown>} */
const invoke = (name, input) => ipcRenderer.invoke(name, input);
contextBridge.exposeInMainWorld('holdfast', { invoke });
