/** The options of a BrowserWindow: those that the stand-in can honour; any other throws. */
import { notImplemented } from './strict.ts';

/** Honoured, or seen only in the frame of a window on a screen. */
const WINDOW = new Set([
  'autoHideMenuBar',
  'backgroundColor',
  'center',
  'darkTheme',
  'height',
  'icon',
  'minHeight',
  'minWidth',
  'show',
  'title',
  'webPreferences',
  'width',
  'x',
  'y',
]);
/** Settings of a page by Electron's defaults: others would run it with rights that the stand-in cannot give or take. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  allowRunningInsecureContent: false,
  contextIsolation: true,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  offscreen: false,
  plugins: false,
  sandbox: true,
  webSecurity: true,
  webviewTag: false,
};
/** Honoured, or without a difference here: there are no tools, no dictionary and no code cache to switch off. */
const FREE = new Set([
  'backgroundThrottling',
  'devTools',
  'javascript',
  'preload',
  'spellcheck',
  'v8CacheOptions',
]);

/** Throws for an option that the stand-in cannot honour. Options that are undefined count as not given. */
export function checkOptions(options: Electron.BrowserWindowConstructorOptions): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !WINDOW.has(name)) throw notImplemented(`BrowserWindow option ${name}`);
  const preferences = options.webPreferences ?? {};
  if (preferences.javascript === false && preferences.preload !== undefined)
    throw notImplemented('webPreferences.javascript: false with a preload');
  for (const [name, value] of Object.entries(preferences))
    if (value !== undefined && !FREE.has(name) && DEFAULTS[name] !== value)
      throw notImplemented(`webPreferences.${name}: ${JSON.stringify(value)}`);
}

/** Where a new window is, in DIPs: in the middle of the screen unless it says both x and y. */
export function initialBounds(
  options: Electron.BrowserWindowConstructorOptions,
  screen: Electron.Size,
): Electron.Rectangle {
  const width = Math.max(options.width ?? 800, options.minWidth ?? 0);
  const height = Math.max(options.height ?? 600, options.minHeight ?? 0);
  const isPlaced = options.x !== undefined && options.y !== undefined && !options.center;
  const x = isPlaced ? options.x : Math.max(0, Math.round((screen.width - width) / 2));
  const y = isPlaced ? options.y : Math.max(0, Math.round((screen.height - height) / 2));
  return { x: x as number, y: y as number, width, height };
}
