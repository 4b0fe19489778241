/** What the app does beside its window, as its configuration asks and the user wants: see `desktop` in config.ts. */
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, nativeImage, Tray } from 'electron';
import * as v from 'valibot';
import { log } from '../../common/log.ts';
import { stateFile } from '../../common/stateFile.ts';
import { config } from '../../configuration/config.ts';
import * as TEXTS from '../../shared/texts.ts';
import { appIcon } from '../app/icon.ts';
import { isEnding, isQuitting, quit } from '../app/lifecycle.ts';
import { followProgram, startsWithSystem, startWithSystem } from './autostart.ts';
import { focusWindow } from './createWindow.ts';

const CHOICES = {
  badge: v.optional(v.boolean()),
  tray: v.optional(v.boolean()),
  closeToTray: v.optional(v.boolean()),
  startWithSystem: v.optional(v.boolean()),
  downloads: v.optional(v.boolean()),
};
export type Choice = keyof typeof CHOICES;

/** How many messages are unread, as the start of a title says. */
export const unreadIn = (title: string): number => Number(/^[([](\d{1,4})\+?[)\]]/.exec(title)?.[1] ?? 0);

export class Desktop {
  /** What the user can choose. */
  readonly names: readonly Choice[];
  readonly #file: ReturnType<typeof stateFile<typeof CHOICES>>;
  readonly #window: () => BrowserWindow | undefined;
  /** Read on first use, after the window has begun to load. */
  #chosen: Partial<Record<Choice, boolean | undefined>> | undefined;
  #tray: Tray | undefined;
  #unread = 0;
  #shown = 0;

  /** @param window the app's own */
  constructor(userData: string, window: () => BrowserWindow | undefined) {
    this.#window = window;
    this.#file = stateFile(join(userData, 'desktop.json'), CHOICES);
    const asked = (Object.keys(config.desktop) as (keyof typeof config.desktop)[]).filter(
      (name) => config.desktop[name],
    );
    this.names = [...asked, 'downloads'];
    // Before other listeners hear of the end.
    app.on('browser-window-created', (_event, created) => {
      created.on('close', (event) => {
        if (!this.#tray || !this.is('closeToTray') || created !== window() || isQuitting() || isEnding())
          return;
        event.preventDefault();
        created.hide();
      });
      created.on(
        'page-title-updated',
        (_updated, title) => created === window() && this.#count(unreadIn(title)),
      );
    });
  }

  /** Whether the user wants it: what the configuration asks for, unless they turn it off. */
  is(name: Choice): boolean {
    this.#chosen ??= this.#file.read() ?? {};
    const chosen = this.#chosen[name];
    if (!this.names.includes(name)) return false;
    // Once it is set there, the user may change it there.
    if (name === 'startWithSystem' && chosen !== undefined && config.packaged) return startsWithSystem();
    return chosen ?? name !== 'downloads';
  }

  choose(name: Choice, isOn: boolean): void {
    this.#chosen = { ...(this.#chosen ?? this.#file.read()), [name]: isOn };
    this.#file.write(this.#chosen);
    if (name === 'startWithSystem') startWithSystem(isOn);
    this.apply();
    const window = this.#window();
    // Nothing else would show it again.
    if (name === 'tray' && !isOn && window) focusWindow(window);
  }

  /** The app must be ready. */
  apply(): void {
    if (this.is('tray')) void this.#showTray().catch(log);
    else {
      this.#tray?.destroy();
      this.#tray = undefined;
    }
    this.#count(this.#unread);
    if (!this.names.includes('startWithSystem')) return;
    if (this.#chosen?.startWithSystem === undefined) this.choose('startWithSystem', true);
    else followProgram();
  }

  async #showTray(): Promise<void> {
    // An installed program has the icon in itself, but for one on Linux; there only an app in development has none.
    const none = () =>
      process.platform === 'linux' ? nativeImage.createEmpty() : app.getFileIcon(process.execPath);
    const icon = appIcon() ?? (await none());
    if (this.#tray || !this.is('tray')) return;
    const show = () => {
      const window = this.#window();
      if (window) focusWindow(window);
    };
    this.#tray = new Tray(icon.isEmpty() ? icon : icon.resize({ height: 22 }));
    this.#tray.on('click', show);
    const { quit: label, quitApp } = TEXTS.menu.roles;
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: TEXTS.desktop.show({ name: app.name }), click: show },
        { label: process.platform === 'darwin' ? quitApp({ name: app.name }) : label, click: () => quit() },
      ]),
    );
    this.#count(this.#unread);
  }

  #count(unread: number): void {
    const before = this.#shown;
    this.#unread = unread;
    this.#shown = this.is('badge') ? unread : 0;
    this.#tray?.setToolTip(this.#shown > 0 ? `(${this.#shown}) ${app.name}` : app.name);
    // A page counts by navigator.setAppBadge, too, which is Electron's own.
    if (this.#shown !== before) app.setBadgeCount(this.#shown);
  }
}
