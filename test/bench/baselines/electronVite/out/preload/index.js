/** The template's bridge, as far as its own page uses it. */
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('electron', {
  ipcRenderer: { send: ipcRenderer.send.bind(ipcRenderer) },
  process: { versions: process.versions },
});
