/** Starting the app again in another way: the items of the Help menu, and what a careful start says of itself. */
import { app, BrowserWindow, type MenuItemConstructorOptions, type WebContents } from 'electron';
import { endNow, relaunch } from '../app/lifecycle.ts';
import { confirm, showMessage } from '../app/messageBox.ts';
import { RUNGS, type Rung } from '../recovery/start.policy.ts';
import type { Start } from '../recovery/start.ts';
import type { Help } from '../shared/help.ts';
import * as TEXTS from '../shared/texts.ts';

const texts = TEXTS.start;

type Launch = Pick<Start, 'rung' | 'isSafeOnce' | 'next' | 'whenPainted'>;

export function troubleshootingItems(launch: Launch): MenuItemConstructorOptions[] {
  return [
    launch.rung === RUNGS.usual
      ? { id: 'gpu-off', label: texts.gpuOffItem, click: () => restartAt(launch, RUNGS.gpuOff) }
      : { id: 'start-usual', label: texts.usualItem, click: () => restartAt(launch, RUNGS.usual) },
    { id: 'clear-data', label: texts.clearItem, click: () => void clear() },
  ];
}

type PageHelp = Record<Help, (contents: WebContents) => void>;

/** What the links of the error page do. Any page can ask for it: nothing is lost before the user is asked, once at a time. */
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
  return {
    gpuOff: once(async () => {
      const { gpuOffQuestion, gpuOffDetail } = texts;
      if (await asksToRestart('question', gpuOffQuestion, gpuOffDetail, TEXTS.menu.restart))
        restartAt(launch, RUNGS.gpuOff);
    }),
    clearData: once(clear),
    ...others,
  };
}

/** Says that this start is a careful one, once its window has painted, and offers the way back. */
export async function showCarefulStart(launch: Launch): Promise<void> {
  const { rung, isSafeOnce } = launch;
  await launch.whenPainted;
  if (rung === RUNGS.usual) return;
  const { response } = await showMessage(visibleWindow(), {
    type: 'info',
    message: texts.safe(app.name),
    detail: `${texts.rungs[rung]}${isSafeOnce ? '' : `\n${texts.until}`}`,
    buttons: [texts.goOn, texts.usual],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) restartAt(launch, RUNGS.usual);
}

async function clear(): Promise<void> {
  const { clearQuestion, clearDetail } = texts;
  if (await asksToRestart('warning', clearQuestion, clearDetail, texts.clear)) restart('--clear-data');
}

const asksToRestart = (type: 'question' | 'warning', message: string, detail: string, button: string) =>
  confirm(visibleWindow(), type, message, detail, button);

function restartAt({ next }: Pick<Launch, 'next'>, rung: Rung): void {
  next(rung);
  restart();
}

/** Ends the app as the user would, and opens it again. */
export function restart(...switches: string[]): void {
  relaunch(...switches);
  endNow();
}

const visibleWindow = () => BrowserWindow.getAllWindows().find((one) => one.isVisible());
