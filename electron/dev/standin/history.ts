/** Electron's `webContents.navigationHistory`, from what Chromium says of the page's history. */
import { setTimeout as pause } from 'node:timers/promises';
import { letGo, type Session } from './cdp.ts';
import { ownScheme } from './protocol.ts';
import { fromChromium } from './urls.ts';

interface Entry {
  id: number;
  url: string;
  title: string;
}

const PAUSE_MS = 2;

/** A page's process tells of a document a moment before Chromium has made it the page's. */
async function whenActive<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!/Not attached to an active page/.test(`${error}`)) throw error;
      await pause(PAUSE_MS);
    }
  }
}

export class History {
  private readonly session: () => Promise<Session>;
  private entries: Entry[] = [];
  private index = 0;

  constructor(session: () => Promise<Session>) {
    this.session = session;
  }

  /** To be called when a document or a state of one was committed, so that what is asked next is known at once. */
  async read(isFirst: boolean): Promise<void> {
    const session = await this.session();
    // A window of Electron begins without an entry, one of Chromium with about:blank.
    if (isFirst) await whenActive(() => session.send('Page.resetNavigationHistory'));
    const { currentIndex, entries } = await whenActive(() => session.send('Page.getNavigationHistory'));
    this.entries = entries;
    this.index = currentIndex;
  }

  canGoBack = (): boolean => this.canGoToOffset(-1);
  canGoForward = (): boolean => this.canGoToOffset(1);
  canGoToOffset = (offset: number): boolean => this.entries[this.index + offset] !== undefined;
  goBack = (): void => this.goToOffset(-1);
  goForward = (): void => this.goToOffset(1);
  goToOffset = (offset: number): void => this.goToIndex(this.index + offset);
  goToIndex = (index: number): void => {
    const entry = this.entries[index];
    if (!entry || index === this.index) return;
    this.index = index;
    const navigate = { entryId: entry.id };
    letGo(this.session().then((session) => session.send('Page.navigateToHistoryEntry', navigate)));
  };
  getActiveIndex = (): number => this.index;
  length = (): number => this.entries.length;
  getEntryAtIndex = (index: number): { url: string; title: string } => this.face(this.entries[index]);
  getAllEntries = (): { url: string; title: string }[] => this.entries.map((entry) => this.face(entry));
  clear = (): void => {
    this.entries = this.entries.slice(this.index, this.index + 1);
    this.index = 0;
    letGo(this.session().then((session) => session.send('Page.resetNavigationHistory')));
  };
  private face(entry: Entry | undefined): { url: string; title: string } {
    return { url: fromChromium(entry?.url ?? '', ownScheme()), title: entry?.title ?? '' };
  }
}
