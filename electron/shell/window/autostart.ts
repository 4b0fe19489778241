/** Starting the app when the user signs in. The system keeps that, and its own settings may change it. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { config } from '../../builtConfig/config.ts';
import { writeFileAtomicSync } from '../../common/atomicFile.ts';
import { log } from '../../common/log.ts';

/** What Linux has in place of a system's list: Desktop Application Autostart Specification. */
const entryFile = (): string =>
  join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'autostart', `${config.program}.desktop`);

/** Its command. Desktop Entry Specification, 1.5: as in a shell's double quotes, and then as a string. */
function command(): string {
  const { APPIMAGE = process.execPath } = process.env;
  return `Exec="${APPIMAGE.replace(/["`$\\]/g, '\\\\$&').replaceAll('%', '%%')}"`;
}

/** Empty if there is none that the system could read. */
function readEntry(): string {
  try {
    return readFileSync(entryFile(), 'utf8');
  } catch {
    return '';
  }
}

/** @param text if empty, there is none */
function writeEntry(text: string): void {
  const file = entryFile();
  try {
    if (!text) return rmSync(file, { force: true });
    mkdirSync(dirname(file), { recursive: true });
    writeFileAtomicSync(file, text, false);
  } catch (error) {
    log(error);
  }
}

export function startsWithSystem(): boolean {
  if (process.platform !== 'linux') {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings();
    return executableWillLaunchAtLogin ?? openAtLogin;
  }
  const entry = readEntry();
  return entry !== '' && !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)/m.test(entry);
}

/** Only an installed app: another one is started in other ways. */
export function startWithSystem(isOn: boolean): void {
  if (!config.packaged) return;
  if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin: isOn });
  else writeEntry(isOn ? `[Desktop Entry]\nType=Application\nName=${app.name}\n${command()}\n` : '');
}

/** An AppImage may have another name after an update. What the user wrote beside it stays. */
export function followProgram(): void {
  const entry = config.packaged && process.platform === 'linux' && readEntry();
  if (entry && !entry.includes(command()))
    writeEntry(entry.replace(/^Exec="(?:[^"\\]|\\.)*"/m, () => command()));
}
