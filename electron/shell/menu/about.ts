/** Electron's About panel, with the app's own licence and the versions below it. Loaded on first use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { config } from '../../builtConfig/config.ts';
import * as TEXTS from '../../shared/texts.ts';
import { iconFile } from '../app/icon.ts';

function appLines(): string[] {
  const { copyright, author, license } = JSON.parse(
    readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'),
  );
  const name = typeof author === 'string' ? author.split(/[<(]/, 1)[0]?.trim() : author?.name;
  const licensed = typeof license === 'string' && license && TEXTS.menu.license({ name: license });
  // An app without an author is packed with its own name, which the panel shows already.
  return [copyright, name, licensed].filter((line) => typeof line === 'string' && line && line !== app.name);
}

export function showAbout(): void {
  const { electron, chrome, node } = process.versions;
  const icon = iconFile();
  app.setAboutPanelOptions({
    ...{ applicationName: app.name, applicationVersion: app.getVersion() },
    copyright: [...appLines(), `Electron ${electron}`, `Chromium ${chrome}`, `Node.js ${node}`].join('\n'),
    ...(config.homepage && { website: config.homepage }),
    ...(icon && { iconPath: icon }),
  });
  app.showAboutPanel();
}
