/** Uses a running app's menu as a person would, on the window in front. */
import type { Screen } from './screen.ts';

/** Buttons of a message box in the platform's order: GTK has the affirmative one last. */
export const inOrder = (...buttons: string[]): string[] =>
  process.platform === 'linux' ? buttons.reverse() : buttons;

type Main = Pick<Screen, 'main'>;

export interface ItemSeen {
  id: string | null;
  role: string | null;
  label: string;
  type: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  accelerator: string | null;
}

/** JavaScript for main: a function that finds an item by id or role. */
const FIND = `(name) => {
  const menu = electron.Menu.getApplicationMenu();
  const role = (items) => items.map((item) =>
    item.role === name ? item : item.submenu ? role(item.submenu.items) : undefined).find(Boolean);
  const found = menu && (menu.getMenuItemById(name) ?? role(menu.items));
  if (!found) throw new Error('The menu has no item ' + name);
  return found;
}`;

/** The inspector's error if main ends while it evaluates. */
const MAIN_ENDED = /Cannot find context with specified id|Internal error|The connection (was|is) closed/;

/** Chooses an item by its id, or its role in lower case. Main may end before it answers. */
export async function choose(app: Main, name: string): Promise<void> {
  const click = `(() => {
    const window = electron.BrowserWindow.getAllWindows().find((one) => one.isVisible());
    (${FIND})(${JSON.stringify(name)}).click({}, window, window?.webContents);
  })()`;
  await app.main(click).catch((error: Error) => {
    if (!MAIN_ENDED.test(error.message)) throw error;
  });
}

export function seeItem(app: Main, name: string): Promise<ItemSeen> {
  return app.main(`(() => {
    const { id, role, label, type, enabled, visible, checked, accelerator } = (${FIND})(${JSON.stringify(name)});
    return { id, role, label, type, enabled, visible, checked, accelerator };
  })()`);
}

/** Returns which of the three choices about reports is checked. */
export async function markedReports(app: Main): Promise<string[]> {
  const names = ['reports-ask', 'reports-on', 'reports-off'];
  const items = await Promise.all(names.map((name) => seeItem(app, name)));
  return names.filter((_name, at) => items[at]?.checked);
}

/**
 * Presses the button with one of these labels in every later message box, or else the cancel button. Keeps the boxes for
 * `asked`, and writes them to stderr for an app that ends afterwards.
 */
export function answerDialogs(app: Main, ...labels: string[]): Promise<void> {
  return app.main(`(() => {
    globalThis.asked = [];
    electron.dialog.showMessageBox = async (...args) => {
      const options = args.at(-1);
      globalThis.asked.push(options);
      console.error('asked: ' + JSON.stringify(options));
      const at = options.buttons.findIndex((button) => ${JSON.stringify(labels)}.includes(button));
      return { response: at < 0 ? (options.cancelId ?? 0) : at, checkboxChecked: false };
    };
  })()`);
}

/** The message boxes shown since `answerDialogs`. */
export function asked(app: Main): Promise<Electron.MessageBoxOptions[]> {
  return app.main('globalThis.asked');
}
