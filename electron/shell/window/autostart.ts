/** Starting the app when the user signs in. The system keeps that, and its own settings may change it. */
import { mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { writeFileAtomicSync } from '../../common/atomicFile.ts';
import { log } from '../../common/log.ts';
import { readRegularFileSync } from '../../common/regularFile.ts';
import { config } from '../../configuration/config.ts';

const MAX_BYTES = 100_000;

/** What Linux has in place of a system's list: Desktop Application Autostart Specification. */
function entryFile(): string {
  const { XDG_CONFIG_HOME = join(homedir(), '.config') } = process.env;
  return join(XDG_CONFIG_HOME, 'autostart', `${config.program}.desktop`);
}

/** Its command. Desktop Entry Specification, 1.5: as in a shell's double quotes, and then as a string. */
function command(): string {
  const { APPIMAGE = process.execPath } = process.env;
  return `Exec="${APPIMAGE.replace(/["`$\\]/g, '\\\\$&').replaceAll('%', '%%')}"`;
}

function readEntry(): string | undefined {
  try {
    return readRegularFileSync(entryFile(), MAX_BYTES).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log(error);
    return undefined;
  }
}

function writeEntry(text: string): void {
  const file = entryFile();
  mkdirSync(dirname(file), { recursive: true });
  writeFileAtomicSync(file, text, false);
}

/** Whether the system starts it now. */
export function startsWithSystem(): boolean {
  if (process.platform !== 'linux') {
    const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings();
    return executableWillLaunchAtLogin ?? openAtLogin;
  }
  const entry = readEntry();
  return entry !== undefined && !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)/m.test(entry);
}

/** Only an installed app: another one is started in other ways. */
export function startWithSystem(isOn: boolean): void {
  if (!config.packaged) return;
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: isOn });
  try {
    if (isOn) writeEntry(`[Desktop Entry]\nType=Application\nName=${app.name}\n${command()}\n`);
    else rmSync(entryFile(), { force: true });
  } catch (error) {
    log(error);
  }
}

/** An AppImage may have another name after an update. What the user wrote beside it stays. */
export function followProgram(): void {
  const entry = config.packaged && process.platform === 'linux' && readEntry();
  if (!entry) return;
  const now = entry.replace(/^Exec="(?:[^"\\]|\\.)*"/m, () => command());
  try {
    if (now !== entry) writeEntry(now);
  } catch (error) {
    log(error);
  }
}
