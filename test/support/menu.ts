/** Uses a running app's menu as a person would, on the window in front. */
import type { Screen } from './screen.ts';
import { until } from './until.ts';

/** Buttons of a message box in the platform's order: GTK has the affirmative one last. */
export const inOrder = (...buttons: string[]): string[] =>
  process.platform === 'linux' ? buttons.reverse() : buttons;

type Main = Pick<Screen, 'main'>;
type Pressed = Pick<Screen, 'main' | 'page'>;

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

export function seeItem(app: Main, name: string): Promise<Electron.MenuItem> {
  return app.main(`(() => {
    const { id, role, label, type, enabled, visible, checked, accelerator } = (${FIND})(${JSON.stringify(name)});
    return { id, role, label, type, enabled, visible, checked, accelerator };
  })()`);
}

const IN_PRIVACY = `!window.isOld && document.readyState === 'complete' && document.querySelector('[value=clear]') !== null`;

/** Opens Privacy. Resolves to what the page says. */
export async function openPrivacy(app: Pressed): Promise<string> {
  await choose(app, 'privacy');
  await until('the privacy page', () => app.page<boolean>(IN_PRIVACY).catch(() => false));
  return await app.page<string>('document.body.innerText');
}

/** Opens Privacy, and presses a button there by its name. */
export async function pressInPrivacy(app: Pressed, button: string): Promise<void> {
  await openPrivacy(app);
  await app.page(`void (window.isOld = true, document.querySelector('[value=${button}]').click())`);
}

/** Presses a button there, if one is named, and closes the page. Resolves to the choice about reports that is marked. */
export async function inPrivacy(app: Pressed, button?: string): Promise<string> {
  if (button) await pressInPrivacy(app, button);
  else await openPrivacy(app);
  await until('its answer', () => app.page<boolean>(IN_PRIVACY).catch(() => false));
  const marked = await app.page<string>(`document.querySelector('[aria-pressed=true]').value`);
  await app.page(`document.querySelector('[name=cancel]').click()`).catch(() => undefined);
  const windows = `electron.BrowserWindow.getAllWindows().filter((one) => one.getTitle().includes('Privacy')).length`;
  await until('no privacy page', async () => (await app.main<number>(windows)) === 0);
  return marked;
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
