/** What runs, and on what. */
import { readFileSync } from 'node:fs';
import { release, type, version } from 'node:os';
import { app, BrowserWindow, safeStorage } from 'electron';
import { localeProblem } from '../app/locale.ts';
import * as TEXTS from '../shared/texts.ts';
import { updateState } from '../updates/updates.ts';

const texts = TEXTS.diagnostics;

export function readVersions(): { name: string; value: string }[] {
  const { electron = '', chrome = '', node } = process.versions;
  const locale = localeProblem(process.platform, process.env);
  return [
    { name: app.getName(), value: `${app.getVersion()}${app.isPackaged ? '' : `, ${texts.notPackaged}`}` },
    { name: 'Electron', value: electron },
    { name: 'Chromium', value: chrome },
    { name: 'Node.js', value: node },
    { name: texts.operatingSystem, value: `${type()} ${release()} (${version()})` },
    { name: texts.architecture, value: process.arch },
    { name: TEXTS.updates.name, value: updateState() },
    ...(locale ? [{ name: texts.locale, value: locale }] : []),
  ];
}

/** What keeps the key that cookies are encrypted with; undefined where it is always the system. */
export const readKeyStore = (): string | undefined =>
  process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : undefined;

/** How many seccomp filters a process is under, from Linux 5.9 on. */
const filters = (pid: number) =>
  Number(/^Seccomp_filters:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/**
 * Whether the system confines the processes of all pages, as it really is and not as it was asked for: electron-builder's
 * AppRun adds `--no-sandbox` silently where user namespaces are refused. Undefined where there is no page to look at, or
 * the system doesn't say.
 */
export function readSandbox(): boolean | undefined {
  const pids = BrowserWindow.getAllWindows().map(({ webContents }) => webContents.getOSProcessId());
  const states = pids.map((pid) => {
    if (process.platform !== 'linux')
      return app.getAppMetrics().find((metric) => metric.pid === pid)?.sandboxed;
    try {
      // A container puts filters of its own on every process: a sandboxed one has more than main.
      const more = filters(pid) - filters(process.pid);
      return Number.isNaN(more) ? undefined : more > 0;
    } catch {
      // The process of a page that crashed is gone.
      return undefined;
    }
  });
  return states.includes(false) ? false : states.find((state) => state);
}
