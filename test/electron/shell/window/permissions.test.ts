/** What pages get; and what the two handlers of a session say about files that the user picked: Electron 40 and later only checks a write. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from 'electron';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { Origins, type PageOwner } from '../../../../electron/common/origins.ts';
import { permissionVerdict } from '../../../../electron/shell/window/permissions.policy.ts';
import type { Permissions } from '../../../../electron/shell/window/permissions.ts';
import { fileFolder } from '../../testFolder.ts';

const desktop = vi.hoisted(() => ({ answer: '', asked: [] as string[], window: {} as object }));
vi.mock('electron', () => {
  const window = {
    isVisible: () => true,
    webContents: { isDestroyed: () => false, mainFrame: { origin: 'app://shell' } },
  };
  desktop.window = window;
  return {
    app: { name: 'Shop' },
    BrowserWindow: { getAllWindows: () => [window], fromWebContents: () => window },
    dialog: {
      showMessageBox: (_window: object, { message, buttons }: { message: string; buttons: string[] }) => {
        desktop.asked.push(message);
        return Promise.resolve({ response: buttons.indexOf(desktop.answer) });
      },
    },
    nativeTheme: {},
    session: {},
  };
});
// Loaded for this file alone: the files of one process share what they load.
vi.resetModules();
const { limitPermissions } = await import('../../../../electron/shell/window/permissions.ts');
const gestures = await import('../../../../electron/shell/window/gestures.ts');

type Handler = (...args: unknown[]) => boolean;
const folder = fileFolder('files');
afterAll(() => void vi.resetModules());

/** Returns the check of a write. */
function checking(granted: string[] = []) {
  const handlers: Handler[] = [];
  const add = (handler: Handler) => handlers.push(handler);
  const session = { setPermissionRequestHandler: add, setPermissionCheckHandler: add };
  const user = { answer: () => undefined, ask: async () => true } as unknown as Permissions;
  limitPermissions(session as unknown as Session, granted, user, new Origins());
  const [request, check] = handlers as [Handler, Handler];
  const { webContents } = desktop.window as Electron.BrowserWindow;
  return {
    check: (filePath: string, fileAccessType = 'writable', origin = 'app://shell') =>
      check(null, 'fileSystem', origin, { filePath, fileAccessType, isMainFrame: false }),
    request: (filePath: string, fileAccessType: string) =>
      new Promise((resolve) => {
        const details = { filePath, fileAccessType, isMainFrame: true, requestingUrl: 'app://shell/' };
        request(webContents, 'fileSystem', resolve, details);
      }),
  };
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

beforeEach(() => {
  desktop.asked = [];
  desktop.answer = 'Allow';
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(gestures, 'takeGesture').mockReturnValue(true);
});

it('reading is allowed to the app, and to no other page', () => {
  const { check } = checking();
  expect(check(file('read.txt', 'x'), 'readable')).toBe(true);
  expect(check(file('read.txt', 'x'), 'readable', 'https://example.com')).toBe(false);
});

it('a file that a Save dialog has just made may be changed, and the setting allows all', () => {
  const { check } = checking();
  const made = file('made.txt', '');
  expect(check(made)).toBe(true);
  writeFileSync(made, 'saved');
  expect(check(made)).toBe(true);
  expect(checking(['fileSystem']).check(file('any.txt', 'x'))).toBe(true);
  expect(desktop.asked).toEqual([]);
});

it('any other asks, and the answer is for the next time', async () => {
  const { check } = checking();
  const path = file('in.txt', 'x');
  expect(check(path)).toBe(false);
  await vi.waitFor(() => expect(desktop.asked).toEqual(['Allow Shop to change in.txt?']));
  await vi.waitFor(() => expect(check(path)).toBe(true));
  expect(desktop.asked).toHaveLength(1);
});

it('a folder covers what is in it, and nothing beside it', async () => {
  const { check, request } = checking();
  const inside = join(folder, 'work');
  mkdirSync(inside);
  expect(await request(inside, 'readable')).toBe(true);
  expect(await request(inside, 'writable')).toBe(true);
  expect(desktop.asked).toEqual(['Allow Shop to change work?']);
  expect(check(join(inside, 'deep', 'a.txt'))).toBe(true);
  desktop.answer = 'Don’t allow';
  expect(check(file('work.txt', 'x'))).toBe(false);
  expect(await request(join(folder, 'work.txt'), 'writable')).toBe(false);
});

it.each<[string, PageOwner | undefined, readonly string[], readonly string[], boolean]>([
  ['clipboard-sanitized-write', 'shell', [], [], true],
  ['clipboard-sanitized-write', 'server', [], [], true],
  ['clipboard-sanitized-write', 'guest', [], [], false],
  ['clipboard-sanitized-write', undefined, [], [], false],
  ['fileSystem', 'shell', [], [], true],
  ['local-network', 'shell', [], [], true],
  ['local-network', 'server', [], [], false],
  ['pointerLock', 'shell', [], [], false],
  ['pointerLock', 'shell', ['pointerLock'], [], true],
  ['geolocation', 'shell', ['geolocation'], [], true],
  ['geolocation', 'guest', ['geolocation'], [], false],
  ['unknown', 'shell', ['unknown'], [], false],
  ['media', 'shell', [], ['video'], false],
  ['media', 'shell', ['camera'], ['video'], true],
  ['media', 'shell', ['camera'], ['audio'], false],
  ['media', 'shell', ['camera'], ['video', 'audio'], false],
  ['media', 'shell', ['camera', 'microphone'], ['video', 'audio'], true],
  ['media', 'shell', ['camera', 'microphone'], ['unknown'], false],
  ['media', 'shell', ['camera', 'microphone', 'media'], [], false],
])('%s for a page of %s with %j, %j: %s', (permission, owner, granted, media, isGranted) => {
  expect(permissionVerdict(permission, owner, granted, media)).toBe(isGranted);
});
