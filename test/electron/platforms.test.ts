/** Electron calls that do not exist on every system are made only in known places: a new call needs a line here. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = join(import.meta.dirname, '..', '..');
const OURS = ['darwin', 'linux', 'win32'];

/** Calls that are correct where they are, and why. */
const KNOWN = {
  'electron/shell/app/keyring.ts: getSelectedStorageBackend': 'asked on Linux only',
  "electron/shell/app/lifecycle.ts: 'session-end'": 'Windows says so by it; the others by `shutdown`',
  "electron/shell/app/lifecycle.ts: 'shutdown'": 'macOS and Linux say so by it; Windows by `session-end`',
  "electron/shell/app/lifecycle.ts: 'unlock-screen'":
    'Linux has `resume` alone, after which the same is done',
  'electron/shell/diagnostics/facts.ts: getSelectedStorageBackend': 'asked on Linux only',
  'electron/main.ts: setAppUserModelId': 'does nothing elsewhere, where there is no such id',
  'electron/shell/window/showOnly.ts: removeMenu': 'not called on macOS, whose windows have no menu',
  'electron/shell/window/showOnly.ts: setAutoHideMenuBar': 'as `removeMenu`',
  "electron/shell/app/notice.ts: 'failed'": 'Linux says nothing of a notice that fails',
  'electron/shell/window/autostart.ts: getLoginItemSettings': 'not called on Linux, which has a file for it',
  'electron/shell/window/autostart.ts: setLoginItemSettings': 'as `getLoginItemSettings`',
  'electron/shell/window/desktop.ts: setBadgeCount': 'does nothing on a Linux without Unity',
  'electron/shell/window/downloads.ts: dock': 'undefined elsewhere, and asked so',
  'electron/shell/window/downloads.ts: downloadFinished': 'as `dock`',
};
/** Electron has this name only for purchases on macOS, but it is a common word. */
const OTHERS_TOO = ['status'];

/** Members and events (in quotes) that do not exist on every system, by Electron's own declarations, and where they do. */
function limited(): Map<string, string> {
  const text = readFileSync(join(PROJECT, 'node_modules/electron/electron.d.ts'), 'utf8');
  const found = new Map<string, string | undefined>();
  const declared =
    /(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)?\n {4}(?:static |readonly )*(\w+)[?(:](?:event: ('[\w-]+'))?/g;
  for (const [, comment = '', member = '', event] of text.matchAll(declared)) {
    const name = event ?? member;
    const platforms = /@platform ([\w,]+)/.exec(comment)?.[1]?.split(',') ?? OURS;
    const here = OURS.filter((one) => platforms.includes(one)).join(' ');
    const isLimited = here !== OURS.join(' ') && (!found.has(name) || found.get(name) === here);
    // A name in several classes counts only if all of them agree.
    found.set(name, isLimited && !OTHERS_TOO.includes(name) ? here : undefined);
  }
  return new Map([...found].flatMap(([name, here]) => (here === undefined ? [] : [[name, here]])));
}

/** Calls in shipped code, as `file: name`. */
function calls(names: Iterable<string>): string[] {
  const files = globSync('electron/**/*.ts', { cwd: PROJECT })
    .filter((file) => !/^electron.(?:tool|shared)\b/.test(file))
    .map((file) => ({ file, source: readFileSync(join(PROJECT, file), 'utf8') }))
    .filter(({ source }) => source.includes("from 'electron'"));
  return [...names].flatMap((name) => {
    const call = new RegExp(name.startsWith("'") ? `\\.(?:on|once)\\(\\s*${name}` : `\\.${name}\\b`);
    const found = files.filter(({ source }) => call.test(source));
    return found.map(({ file }) => `${file.replaceAll('\\', '/')}: ${name}`);
  });
}

it('takes no program folder from a variable, which whoever starts the app could set', () => {
  const names = /\benv(?:\.|\[')(?:SystemRoot|windir|SystemDrive|ComSpec|ProgramFiles|ProgramData)\b/i;
  const shipped = globSync('electron/**/*.ts', { cwd: PROJECT }).filter(
    (file) => !/^electron.tool\b/.test(file),
  );
  expect(shipped.filter((file) => names.test(readFileSync(join(PROJECT, file), 'utf8')))).toEqual([]);
});

it('knows which calls do not exist on every system', () => {
  const found = limited();
  expect(found.get('dock')).toBe('darwin');
  expect(found.get("'session-end'")).toBe('win32');
  expect(found.get('getSelectedStorageBackend')).toBe('linux');
  expect(found.has("'suspend'")).toBe(false);
  expect(found.size).toBeGreaterThan(100);
});

it('makes such calls only in known places', () => {
  expect(calls(limited().keys()).sort()).toEqual(Object.keys(KNOWN).sort());
});
