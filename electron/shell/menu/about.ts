/** Help, About: the app's own licence, versions and other licences. Loaded on first use. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, type BaseWindow, shell } from 'electron';
import { config } from '../../configuration/config.ts';
import { APP_FILES, appFolder } from '../../configuration/folder.ts';
import { withoutKey } from '../../shared/format.ts';
import * as TEXTS from '../../shared/texts.ts';
import { appIcon } from '../app/icon.ts';
import { copyText, showMessage } from '../app/messageBox.ts';

const texts = TEXTS.about;

function appLines(): string[] {
  const { copyright, author, license } = JSON.parse(
    readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'),
  );
  const name = typeof author === 'string' ? author.split(/[<(]/, 1)[0]?.trim() : author?.name;
  const licensed = typeof license === 'string' && license && TEXTS.menu.license({ name: license });
  // An app without an author is packed with its own name, which About shows already.
  return [copyright, name, licensed].filter((line) => typeof line === 'string' && line && line !== app.name);
}

/** The other licences: the label of the button that opens each, and its file if it exists. */
function otherLicenses(): [label: string, file: string | undefined][] {
  const { resourcesPath, execPath } = process;
  const firstIn = (folders: string[], name: string) =>
    folders.map((folder) => join(folder, name)).find(existsSync);
  // An installed app has the list beside its archive, where other programs can open it.
  const ofPackages = firstIn([appFolder(), resourcesPath], APP_FILES.licenses);
  // On macOS the packager moves Electron's and Chromium's file into the resources.
  const ofChromium = firstIn([dirname(execPath), resourcesPath], 'LICENSES.chromium.html');
  return [
    [texts.licenses, ofPackages],
    [`${texts.licenses} (Chromium)`, ofChromium],
  ];
}

/** @param open opens a link in the browser */
export async function showAbout(
  window: BaseWindow | undefined,
  open: (address: string) => void,
): Promise<void> {
  const { electron, chrome, node, v8 } = process.versions;
  const message = `${app.name} ${app.getVersion()}`;
  const own = appLines();
  const detail = [
    ...(own.length > 0 ? [...own, ''] : []),
    `Electron ${electron}`,
    `Chromium ${chrome}`,
    `Node.js ${node}`,
    `V8 ${v8}`,
  ].join('\n');
  const actions: [label: string, act: () => unknown][] = [
    [TEXTS.dialogs.ok, () => undefined],
    [TEXTS.diagnostics.copy, () => copyText(`${message}\n${detail}`)],
  ];
  if (config.homepage) actions.push([texts.homepage, () => open(config.homepage)]);
  for (const [label, file] of otherLicenses()) if (file) actions.push([label, () => openFile(window, file)]);
  const icon = await iconOf();
  const { response } = await showMessage(window, {
    type: icon ? 'none' : 'info',
    ...(icon && { icon }),
    title: withoutKey(TEXTS.menu.about({ name: app.name })),
    message,
    detail,
    buttons: actions.map(([label]) => label),
  });
  await actions[response]?.[1]();
}

/** An installed program on Windows has the icon in itself; macOS shows it in every dialog. */
async function iconOf(): Promise<Electron.NativeImage | undefined> {
  if (process.platform === 'win32' && config.packaged)
    return await app.getFileIcon(process.execPath, { size: 'large' });
  return process.platform === 'darwin' ? undefined : appIcon();
}

async function openFile(window: BaseWindow | undefined, file: string): Promise<void> {
  const problem = await shell.openPath(file);
  if (problem) await showMessage(window, { type: 'error', message: problem, detail: file });
}
