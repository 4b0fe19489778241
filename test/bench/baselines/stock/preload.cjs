/** As in Electron's quick start. */
const { contextBridge } = require('electron');

contextBridge.exposeInMainWorld('versions', { node: () => process.versions.node });
