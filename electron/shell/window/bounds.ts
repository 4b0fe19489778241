/** Remembers the window's size and position for the next one. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { app, type BrowserWindow, screen } from 'electron';
import { stateFile } from '../../common/stateFile.ts';
import { placeOn, REMEMBERED, type Remembered, sizeOn } from './bounds.policy.ts';
import { SMALLEST, USUAL, type WindowPlace } from './createWindow.ts';

/** Milliseconds from the last change until the write: a drag causes hundreds of changes. */
const SETTLED_MS = 500;

export type WindowFrame = ReturnType<typeof setupWindowState>;

/** Reads the file in this folder at once; writes it after changes and when the window closes. */
export function setupWindowState(userData: string) {
  const file = stateFile(join(userData, 'window.json'), REMEMBERED);
  let remembered = file.read();
  let current: BrowserWindow | undefined;

  function follow(window: BrowserWindow): void {
    current = window;
    let timer: NodeJS.Timeout | undefined;
    const save = () => {
      if (window !== current || window.isDestroyed()) return;
      clearTimeout(timer);
      remembered = stateOf(window, remembered);
      file.write(remembered);
    };
    // X11 tells the size of a maximised window before it tells the state.
    const changed = () => {
      clearTimeout(timer);
      timer = setTimeout(save, SETTLED_MS);
    };
    for (const name of ['resize', 'move', 'maximize', 'unmaximize', 'enter-full-screen', 'leave-full-screen'])
      window.on(name as 'resize', changed);
    for (const name of ['restore', 'focus']) window.on(name as 'focus', bringBack);
    window.on('close', save);
  }

  /** Not every system moves the windows of a removed screen to another one, or into a smaller one. */
  function bringBack(): void {
    if (!current || current.isDestroyed() || !current.isNormal()) return;
    const bounds = current.getNormalBounds();
    const place = onScreen(bounds);
    if (!isDeepStrictEqual(place, bounds)) current.setBounds(place);
  }

  /** The position of the next window: where the replaced window is. The app must be ready. */
  function place(): WindowPlace {
    if (current && !current.isDestroyed()) return stateOf(current, remembered);
    if (remembered) return { bounds: onScreen(remembered.bounds), mode: remembered.mode };
    return { bounds: sizeOn(USUAL, screen.getPrimaryDisplay().workArea, SMALLEST), mode: 'normal' };
  }

  void app.whenReady().then(() => {
    screen.on('display-removed', bringBack);
    screen.on('display-metrics-changed', bringBack);
  });
  return { place, follow };
}

/** On the screen that shows most of it; on the main one, if its own is gone. */
const onScreen = (bounds: Electron.Rectangle) =>
  placeOn(bounds, screen.getDisplayMatching(bounds).workArea, SMALLEST);

/** A minimised window keeps its mode, so as not to open minimised. An unknown position keeps the previous one. */
function stateOf(window: BrowserWindow, before: Remembered | undefined): Remembered {
  let mode: Remembered['mode'] = window.isMaximized() ? 'maximized' : 'normal';
  if (window.isFullScreen()) mode = 'fullscreen';
  if (window.isMinimized()) mode = before?.mode ?? 'normal';
  // On X11 the normal bounds of a maximised window may be those of the start.
  const bounds = mode === 'normal' || !before ? window.getNormalBounds() : before.bounds;
  const { x, y } = before?.bounds ?? bounds;
  return { bounds: isPlaceUnknown() ? { ...bounds, x, y } : bounds, mode };
}

/** Wayland tells no program where its window is. This Chromium switch names the display system. */
const isPlaceUnknown = (): boolean => app.commandLine.getSwitchValue('ozone-platform') === 'wayland';
