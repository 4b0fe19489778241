import { app, type MenuItemConstructorOptions, shell, type WebContents } from 'electron';
import { onPage } from '../../common/pages.ts';
import { isTrusted } from '../../common/trusted.ts';
import type { Help } from '../../shared/fault.ts';
import { helpAt } from '../../shared/help.ts';
import * as TEXTS from '../../shared/texts.ts';
import { type CommandLine, isWithoutKeyring } from '../app/commandLine.ts';
import { quit, relaunch, restart } from '../app/lifecycle.ts';
import { confirm, oneAtATime, showMessage } from '../app/messageBox.ts';
import { userDataFolder } from '../app/userData.ts';
import { showReportContents } from '../privacy/contents.ts';
import type { Start } from '../recovery/start.ts';
import { visibleWindow, windowOf } from '../window/createWindow.ts';
import { takeGesture } from '../window/gestures.ts';
import type { Shell } from '../window/shell.ts';

const texts = TEXTS.start;

type Launch = Pick<Start, 'isSafe' | 'isSafeOnce' | 'next' | 'whenPainted'>;
type Asked = Partial<Pick<CommandLine, 'safeMode' | 'clearData'>>;

export const troubleshootingItem = (launch: Launch): MenuItemConstructorOptions =>
  launch.isSafe
    ? { id: 'start-usual', label: texts.usualItem, click: () => restartIn(launch, false) }
    : { id: 'safe-mode', label: texts.safeItem, click: () => void askForSafeMode(launch) };

/**
 * Asks whether to restart with saved data cleared, in safe mode, or both: any page and any second start can request this.
 * One question is open at a time. An app already in safe mode stays in it without asking.
 */
export function restartQuestion(launch: Launch): (asked: Asked) => Promise<void> {
  return oneAtATime(async ({ safeMode = false, clearData = false }) => {
    if (clearData) await clear(safeMode);
    else if (safeMode && !launch.isSafe) await askForSafeMode(launch);
  });
}

type PageHelp = Record<Help | 'retry', (contents: WebContents) => void>;

/** Acts on links of the window's own page, and only while it shows a fault: see shared/help.ts. */
export function setupPageHelp(
  windows: Pick<Shell, 'at' | 'origins'>,
  ask: (asked: Asked) => void,
  others: Pick<PageHelp, 'diagnostics' | 'portal'>,
): void {
  const { askerIn, isMade, ownerOf } = windows.origins;
  const restartSafe = () => ask({ safeMode: true });
  const help: PageHelp = {
    retry: (contents) => windows.at(windowOf(contents)).reload(),
    noGraphics: restartSafe,
    noExtension: restartSafe,
    clearData: () => ask({ clearData: true }),
    restart: byUser('restart', () => restart()),
    // Not the folder that this run uses instead.
    folder: byUser('folder', () => shell.showItemInFolder(userDataFolder())),
    contents: showReportContents,
    ...others,
  };
  onPage((contents) => {
    contents.on('will-frame-navigate', (event) => {
      // A page of the shell, or of a build at its address, links by a path.
      const asked = isMade(ownerOf(event.url)) ? helpAt(new URL(event.url).pathname) : undefined;
      if (!asked) return;
      event.preventDefault();
      const asker = event.isMainFrame ? askerIn(event.initiator) : undefined;
      if (!isMade(asker) || !isTrusted(contents)) return;
      if (windows.at(windowOf(contents)).status) help[asked](contents);
    });
  });
}

/** Acts after a key or click that main saw. Otherwise, as with a screen reader or a page that acts by itself, main asks. */
function byUser(help: Help, act: () => void): (contents: WebContents) => void {
  const text = TEXTS.errorPage.help[help];
  const ask = oneAtATime(() => confirm(visibleWindow(), 'question', text, '', text));
  return async (contents) => {
    if (takeGesture(contents) || (await ask())) act();
  };
}

/** Says that the app is in safe mode once its window has painted, and offers to leave it. */
export async function showSafeMode(launch: Launch): Promise<void> {
  await launch.whenPainted;
  if (!launch.isSafe) return;
  const { response } = await showMessage(visibleWindow(), {
    type: 'info',
    message: texts.safe({ name: app.name }),
    detail: `${texts.safeDetail}${launch.isSafeOnce ? '' : `\n${texts.until}`}`,
    buttons: [texts.goOn, texts.usual],
  });
  if (response === 1) restartIn(launch, false);
}

/** Says that the keyring cannot be read once the window has painted, and offers to try again. */
export async function showLockedKeyring({ whenPainted }: Launch): Promise<void> {
  if (!isWithoutKeyring()) return;
  await whenPainted;
  const { keyring, keychain, keyringDetail } = texts;
  const message = process.platform === 'darwin' ? keychain : keyring;
  const window = visibleWindow();
  if (await confirm(window, 'warning', message, keyringDetail, TEXTS.errorPage.tryAgain, TEXTS.menu.later))
    restart();
}

async function askForSafeMode(launch: Launch): Promise<void> {
  const { safeQuestion, safeQuestionDetail } = texts;
  if (await confirm(visibleWindow(), 'question', safeQuestion, safeQuestionDetail, TEXTS.menu.restart))
    restartIn(launch, true);
}

/** Asks, then clears saved data and starts again. */
async function clear(isSafe: boolean): Promise<void> {
  const { clearQuestion, clearDetail } = texts;
  if (await confirm(visibleWindow(), 'warning', clearQuestion, clearDetail, texts.clear))
    restart('--clear-data', ...(isSafe ? ['--safe-mode'] : []));
}

/** If the page stays open, the next start must not find the mark. */
function restartIn({ next }: Pick<Launch, 'next'>, isSafe: boolean): void {
  quit(() => {
    next(isSafe);
    relaunch();
  });
}
