// Makes the Electron from npm run the app at PATH, as a released Electron does for `electron PATH`.
const { readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

/** @type {Electron.App & Record<'setVersion' | 'setAppPath', (value: string) => void>} a released Electron uses them too */
// @ts-expect-error: not in Electron's public types
const app = require('electron').app;

const path = process.argv.slice(1).find((argument) => !argument.startsWith('-'));
if (!path) {
  console.error('electron: which app? Give its folder or its app.asar as the argument.');
  process.exit(1);
}
const folder = resolve(path);
const own = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
app.setName(own.productName ?? own.name);
if (own.version) app.setVersion(own.version);
app.setDesktopName(own.desktopName ?? `${own.name}.desktop`);
app.setAppPath(folder);
require(join(folder, own.main ?? 'index.js'));
