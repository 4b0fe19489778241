// desktop/main.ts
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { defineMain } from 'holdfast/main';

/** Linux has no API for it; its desktops read this file. */
const file = () => join(app.getPath('appData'), 'autostart', `${app.name}.desktop`);

function isOn(): boolean {
  return process.platform === 'linux' ? existsSync(file()) : app.getLoginItemSettings().openAtLogin;
}

function turn(on: boolean): void {
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: on });
  if (!on) return rmSync(file(), { force: true });
  const program = process.env.APPIMAGE ?? process.execPath;
  mkdirSync(dirname(file()), { recursive: true });
  writeFileSync(file(), `[Desktop Entry]\nType=Application\nName=${app.name}\nExec="${program}"\n`);
}

export default defineMain({
  menu: (template) => [
    ...template,
    {
      label: 'Options',
      submenu: [
        {
          id: 'start-with-system',
          label: 'Start with the System',
          type: 'checkbox',
          checked: isOn(),
          click: ({ checked }) => turn(checked),
        },
      ],
    },
  ],
});
