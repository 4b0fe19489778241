/** What the app does beside its window, as its configuration asks and the user wants: see `desktop` in config.ts. */
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, nativeImage, Tray } from 'electron';
import * as v from 'valibot';
import { config } from '../../builtConfig/config.ts';
import { log } from '../../common/log.ts';
import { stateFile } from '../../common/stateFile.ts';
import * as TEXTS from '../../shared/texts.ts';
import { appIcon } from '../app/icon.ts';
import { isEnding, isQuitting, quit } from '../app/lifecycle.ts';
import { followProgram, startsWithSystem, startWithSystem } from './autostart.ts';
import { focusWindow } from './createWindow.ts';

const CHOICES = ['badge', 'tray', 'closeToTray', 'startWithSystem', 'downloads'] as const;
type Choice = (typeof CHOICES)[number];

/** How many messages are unread, as the start of a title says. */
const unreadIn = (title: string): number => Number(/^[([](\d{1,4})\+?[)\]]/.exec(title)?.[1] ?? 0);

export type Desktop = ReturnType<typeof setupDesktop>;

/** @param window the app's own */
export function setupDesktop(userData: string, window: () => BrowserWindow | undefined) {
  const file = stateFile(join(userData, 'desktop.json'), v.entriesFromList(CHOICES, v.optional(v.boolean())));
  const { desktop } = config;
  /** What the user can choose. */
  const names = CHOICES.filter((name) => name === 'downloads' || desktop[name]);
  /** Read on first use, after the window has begun to load. */
  let chosen: Partial<Record<Choice, boolean | undefined>> | undefined;
  let tray: Tray | undefined;
  let unread = 0;
  let shown = 0;

  /** Whether the user wants it: what the configuration asks for, unless they turn it off. */
  function is(name: Choice): boolean {
    chosen ??= file.read() ?? {};
    const isChosen = chosen[name];
    if (!names.includes(name)) return false;
    // Once it is set there, the user may change it there.
    if (name === 'startWithSystem' && isChosen !== undefined && config.packaged) return startsWithSystem();
    return isChosen ?? name !== 'downloads';
  }

  function choose(name: Choice, isOn: boolean): void {
    chosen = { ...(chosen ?? file.read()), [name]: isOn };
    file.write(chosen);
    if (name === 'startWithSystem') startWithSystem(isOn);
    apply();
    // Nothing else would show it again.
    if (name === 'tray' && !isOn) show();
  }

  /** The app must be ready. */
  function apply(): void {
    if (is('tray')) void showTray().catch(log);
    else {
      tray?.destroy();
      tray = undefined;
    }
    count(unread);
    if (!names.includes('startWithSystem')) return;
    if (chosen?.startWithSystem === undefined) choose('startWithSystem', true);
    else followProgram();
  }

  function show(): void {
    const own = window();
    if (own) focusWindow(own);
  }

  async function showTray(): Promise<void> {
    // An installed program has the icon in itself, but for one on Linux; there only an app in development has none.
    const none = () =>
      process.platform === 'linux' ? nativeImage.createEmpty() : app.getFileIcon(process.execPath);
    const icon = appIcon() ?? (await none());
    if (tray || !is('tray')) return;
    tray = new Tray(icon.isEmpty() ? icon : icon.resize({ height: 22 }));
    tray.on('click', show);
    const { quit: quitLabel, quitApp } = TEXTS.menu.roles;
    const label = process.platform === 'darwin' ? quitApp({ name: app.name }) : quitLabel;
    const items = [
      { label: TEXTS.desktop.show({ name: app.name }), click: show },
      { label, click: () => quit() },
    ];
    tray.setContextMenu(Menu.buildFromTemplate(items));
    count(unread);
  }

  function count(messages: number): void {
    const before = shown;
    unread = messages;
    shown = is('badge') ? messages : 0;
    tray?.setToolTip(shown > 0 ? `(${shown}) ${app.name}` : app.name);
    // A page counts by navigator.setAppBadge, too, which is Electron's own.
    if (shown !== before) app.setBadgeCount(shown);
  }

  // Before other listeners hear of the end.
  app.on('browser-window-created', (_event, created) => {
    created.on('close', (event) => {
      if (!tray || !is('closeToTray') || created !== window() || isQuitting() || isEnding()) return;
      event.preventDefault();
      created.hide();
    });
    created.on('page-title-updated', (_updated, title) => created === window() && count(unreadIn(title)));
  });
  return { names, is, choose, apply };
}
