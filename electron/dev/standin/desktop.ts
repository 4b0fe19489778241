/** Electron's modules for the desktop around the app: screen, theme, other programs, crash reporter. */
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { stat } from 'node:fs/promises';
import { appInstance } from './app.ts';
import { notImplemented, strict } from './strict.ts';

/** What Chromium says of the screen and of the person's taste. Sizes in DIPs. */
export interface DisplayFacts {
  width: number;
  height: number;
  availWidth: number;
  availHeight: number;
  scaleFactor: number;
  dark: boolean;
}

let display: Electron.Display | undefined;
let dark: boolean | undefined;

/** The one display there is. */
export function setDisplay(facts: DisplayFacts): void {
  const { scaleFactor, width, height } = facts;
  const workAreaSize = { width: facts.availWidth, height: facts.availHeight };
  dark = facts.dark;
  // What is not said here, reading it throws.
  const known: Partial<Electron.Display> = {
    id: 1,
    bounds: { x: 0, y: 0, width, height },
    workArea: { x: 0, y: 0, ...workAreaSize },
    size: { width, height },
    workAreaSize,
    scaleFactor,
    rotation: 0,
    internal: false,
    label: '',
  };
  display = strict(known as Electron.Display, 'display');
}
function theDisplay(): Electron.Display {
  if (!appInstance.isReady() || !display)
    throw new Error("The 'screen' module can't be used before the app 'ready' event");
  return display;
}

export const screen = strict(
  Object.assign(new EventEmitter(), {
    getPrimaryDisplay: theDisplay,
    getAllDisplays: () => [theDisplay()],
    getDisplayMatching: (_rectangle: Electron.Rectangle) => theDisplay(),
    getDisplayNearestPoint: (_point: Electron.Point) => theDisplay(),
  }) satisfies Pick<
    Electron.Screen,
    'getPrimaryDisplay' | 'getAllDisplays' | 'getDisplayMatching' | 'getDisplayNearestPoint'
  >,
  'screen',
);

export const nativeTheme = strict(
  Object.defineProperties(new EventEmitter(), {
    shouldUseDarkColors: {
      get: () => {
        if (dark === undefined) throw notImplemented('nativeTheme before ready');
        return dark;
      },
    },
  }),
  'nativeTheme',
);

/** Linux hands links and files to xdg-open, as Electron does there; the others have their own opener. */
const OPENERS: Readonly<Record<string, string>> = { linux: 'xdg-open', darwin: 'open', win32: 'explorer' };

/** Rejects when the opener does not start. */
function open(what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opener = OPENERS[process.platform] ?? 'xdg-open';
    const child = spawn(opener, [what], { stdio: 'ignore', detached: true });
    child.on('error', reject);
    child.on('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

export const shell = strict(
  {
    async openExternal(url: string): Promise<void> {
      if (!URL.canParse(url)) throw new Error('Invalid URL');
      await open(new URL(url).href);
    },
    async openPath(path: string): Promise<string> {
      try {
        await stat(path);
        await open(path);
        return '';
      } catch {
        return 'Failed to open path';
      }
    },
  } satisfies Partial<Electron.Shell>,
  'shell',
);

const parameters: Record<string, string> = {};
let uploads = false;
export const crashReporter = strict(
  {
    // There is no native crash handler to start; reports that lie in the crashDumps folder are read all the same.
    start(options: Electron.CrashReporterStartOptions): void {
      uploads = options.uploadToServer ?? true;
      if (uploads && !options.submitURL)
        throw new Error('submitURL must be specified when uploadToServer is true');
      Object.assign(parameters, options.extra);
    },
    addExtraParameter(key: string, value: string): void {
      parameters[key] = value;
    },
    removeExtraParameter(key: string): void {
      delete parameters[key];
    },
    getParameters: () => ({ ...parameters }),
    getLastCrashReport: () => null as unknown as Electron.CrashReport,
    getUploadedReports: () => [],
    getUploadToServer: () => uploads,
  } satisfies Partial<Electron.CrashReporter>,
  'crashReporter',
);

export const autoUpdater = strict(new EventEmitter(), 'autoUpdater');
