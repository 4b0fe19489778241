/** Starting the app again in another way: items of the Help menu, links of the error page, and the notice of safe mode. */
import { app, BrowserWindow, type MenuItemConstructorOptions, type WebContents } from 'electron';
import { endNow, relaunch } from '../app/lifecycle.ts';
import { confirm, showMessage } from '../app/messageBox.ts';
import type { Start } from '../recovery/start.ts';
import type { Help } from '../shared/fault.ts';
import * as TEXTS from '../shared/texts.ts';

const texts = TEXTS.start;

type Launch = Pick<Start, 'isSafe' | 'isSafeOnce' | 'next' | 'whenPainted'>;

/** The items for the Help menu. */
export function troubleshootingItems(launch: Launch): MenuItemConstructorOptions[] {
  return [
    launch.isSafe
      ? { id: 'start-usual', label: texts.usualItem, click: () => restartIn(launch, false) }
      : { id: 'safe-mode', label: texts.safeItem, click: () => void askForSafeMode(launch) },
    { id: 'clear-data', label: texts.clearItem, click: () => void clear() },
  ];
}

type PageHelp = Record<Help, (contents: WebContents) => void>;

/**
 * What the links of the error page do. Any page can follow one, so the user is asked before anything is lost, with one
 * question at a time.
 */
export function pageHelp(
  launch: Pick<Launch, 'next'>,
  others: Pick<PageHelp, 'diagnostics' | 'portal'>,
): PageHelp {
  let isAsking = false;
  const once = (ask: () => Promise<void>) => () => {
    if (isAsking) return;
    isAsking = true;
    void ask().finally(() => {
      isAsking = false;
    });
  };
  const restartSafe = once(() => askForSafeMode(launch));
  return {
    noGraphics: restartSafe,
    noExtension: restartSafe,
    clearData: once(clear),
    ...others,
  };
}

/** Says that the app is in safe mode, once its window has painted, and offers the way back. */
export async function showSafeMode(launch: Launch): Promise<void> {
  await launch.whenPainted;
  if (!launch.isSafe) return;
  const { response } = await showMessage(visibleWindow(), {
    type: 'info',
    message: texts.safe({ name: app.name }),
    detail: `${texts.safeDetail}${launch.isSafeOnce ? '' : `\n${texts.until}`}`,
    buttons: [texts.goOn, texts.usual],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) restartIn(launch, false);
}

async function askForSafeMode(launch: Pick<Launch, 'next'>): Promise<void> {
  const { safeQuestion, safeQuestionDetail } = texts;
  if (await asksToRestart('question', safeQuestion, safeQuestionDetail, TEXTS.menu.restart))
    restartIn(launch, true);
}

async function clear(): Promise<void> {
  const { clearQuestion, clearDetail } = texts;
  if (await asksToRestart('warning', clearQuestion, clearDetail, texts.clear)) restart('--clear-data');
}

const asksToRestart = (type: 'question' | 'warning', message: string, detail: string, button: string) =>
  confirm(visibleWindow(), type, message, detail, button);

function restartIn({ next }: Pick<Launch, 'next'>, isSafe: boolean): void {
  next(isSafe);
  restart();
}

/** Ends the app as the user would, and opens it again. */
export function restart(...switches: string[]): void {
  relaunch(...switches);
  endNow();
}

const visibleWindow = () => BrowserWindow.getAllWindows().find((one) => one.isVisible());
