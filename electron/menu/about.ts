/** Help, About: what runs here, and whose it is. Loaded when first asked for. */
import { existsSync } from 'node:fs';
import { release } from 'node:os';
import { dirname, join } from 'node:path';
import { app, type BaseWindow, nativeImage, shell } from 'electron';
import { license } from '../../package.json';
import { copyText, showMessage } from '../app/messageBox.ts';
import { config } from '../config.ts';
import * as TEXTS from '../shared/texts.ts';

const texts = TEXTS.about;

/** Electron's file about all that it is made of; a Mac's app has none. */
const LICENSES = join(dirname(process.execPath), 'LICENSES.chromium.html');

/** @param open opens a link outside of the app */
export async function showAbout(
  window: BaseWindow | undefined,
  open: (address: string) => void,
): Promise<void> {
  const { electron, chrome, node, v8 } = process.versions;
  const message = `${app.name} ${app.getVersion()}`;
  const detail = [
    `Electron ${electron}`,
    `Chromium ${chrome}`,
    `Node.js ${node}`,
    `V8 ${v8}`,
    `${process.platform} ${process.arch} ${release()}`,
    '',
    TEXTS.menu.license({ name: license }),
  ].join('\n');
  const actions: [label: string, act: () => unknown][] = [
    [TEXTS.dialogs.ok, () => undefined],
    [texts.copy, () => copyText(`${message}\n${detail}`)],
  ];
  if (config.homepage) actions.push([texts.homepage, () => open(config.homepage)]);
  if (existsSync(LICENSES)) actions.push([texts.licenses, () => openFile(window, LICENSES)]);
  const icon = await appIcon();
  const { response } = await showMessage(window, {
    type: icon ? 'none' : 'info',
    ...(icon && { icon }),
    title: TEXTS.menu.about({ name: app.name }).replace('&', ''),
    message,
    detail,
    buttons: actions.map(([label]) => label),
    defaultId: 0,
    cancelId: 0,
  });
  await actions[response]?.[1]();
}

/** Undefined where there is none, or the system shows it by itself. */
async function appIcon(): Promise<Electron.NativeImage | undefined> {
  if (!config.packaged || process.platform === 'darwin') return undefined;
  if (process.platform === 'win32') return await app.getFileIcon(process.execPath, { size: 'large' });
  return nativeImage.createFromPath(join(process.resourcesPath, 'icon.png'));
}

async function openFile(window: BaseWindow | undefined, file: string): Promise<void> {
  const problem = await shell.openPath(file);
  if (problem) await showMessage(window, { type: 'error', message: problem, detail: file });
}
