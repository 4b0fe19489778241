/** Starting the app again in another way: the items of the Help menu, and what a careful start says of itself. */
import { app, BrowserWindow, dialog, type MenuItemConstructorOptions } from 'electron';
import { relaunch } from '../app/lifecycle.ts';
import { RUNGS } from '../recovery/start.policy.ts';
import type { Start } from '../recovery/start.ts';
import * as TEXTS from '../shared/texts.ts';

const texts = TEXTS.start;

type Launch = Pick<Start, 'rung' | 'isSafeOnce' | 'next' | 'whenPainted'>;

export function troubleshootingItems({ rung, next }: Launch): MenuItemConstructorOptions[] {
  const gpuOff = () => restart(() => next(RUNGS.gpuOff));
  return [
    rung === RUNGS.usual
      ? { id: 'gpu-off', label: texts.gpuOffItem, click: gpuOff }
      : { id: 'start-usual', label: texts.usualItem, click: () => restart(() => next(RUNGS.usual)) },
    { id: 'clear-data', label: texts.clearItem, click: () => void clear() },
  ];
}

/** Says that this start is a careful one, once its window has painted, and offers the way back. */
export async function showCarefulStart({ rung, isSafeOnce, next, whenPainted }: Launch): Promise<void> {
  await whenPainted;
  if (rung === RUNGS.usual) return;
  const response = await ask({
    type: 'info',
    message: texts.safe(app.name),
    detail: `${isSafeOnce ? '' : `${texts.why}\n`}${texts.rungs[rung]}`,
    buttons: [texts.goOn, texts.usual],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 1) restart(() => next(RUNGS.usual));
}

async function clear(): Promise<void> {
  const response = await ask({
    type: 'warning',
    message: texts.clearQuestion,
    detail: texts.clearDetail,
    buttons: [texts.clear, TEXTS.pages.cancel],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 0) restart(() => undefined, '--clear-data');
}

function restart(prepare: () => void, ...switches: string[]): void {
  prepare();
  relaunch(...switches);
  app.quit();
}

async function ask(options: Electron.MessageBoxOptions): Promise<number> {
  const titled = { title: app.name, ...options };
  const window = BrowserWindow.getAllWindows().find((one) => one.isVisible());
  const asked = window ? dialog.showMessageBox(window, titled) : dialog.showMessageBox(titled);
  return (await asked).response;
}
