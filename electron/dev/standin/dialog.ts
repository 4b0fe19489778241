/** Electron's `dialog`, for machines where nobody can see one. */
import { isAbsolute } from 'node:path';
import { appInstance } from './app.ts';
import { notImplemented, strict } from './strict.ts';

type BoxOptions = Electron.MessageBoxOptions;
type SaveOptions = Electron.SaveDialogOptions;

/**
 * A dialog that nobody can see is written to stderr, one line of JSON behind `dialog: `. Who tests it says with
 * HOLDFAST_STANDIN_DIALOG which button is pressed, by its label; without it nobody presses one.
 */
function show(kind: string, options: object, buttons: readonly string[]): number | undefined {
  process.stderr.write(`dialog: ${JSON.stringify({ kind, ...options })}\n`);
  const pressed = buttons.indexOf(process.env.HOLDFAST_STANDIN_DIALOG ?? '');
  return pressed < 0 ? undefined : pressed;
}

function mustBeReady(): void {
  if (!appInstance.isReady()) throw new Error('dialog module can only be used after app is ready');
}
function mustBe(type: 'string' | 'boolean', values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && typeof value !== type) throw new TypeError(`${name} must be a ${type}`);
}
/** The window that a dialog belongs to may come first. */
const optionsOf = <T>(args: unknown[]): T => (args.at(-1) ?? {}) as T;

/** Which button stands for closing the box without pressing one. */
function cancelIdOf({ buttons = [], cancelId, defaultId }: BoxOptions): number {
  if (cancelId !== undefined) return cancelId;
  const named = buttons.findIndex((button) => /^(cancel|no)$/i.test(button));
  return named >= 0 ? named : defaultId === 0 && buttons.length > 1 ? 1 : 0;
}

function showBox(options: BoxOptions): number | undefined {
  mustBeReady();
  const { type = 'none', buttons = [], title, message, detail, checkboxLabel, noLink } = options;
  if (!['none', 'info', 'warning', 'error', 'question'].includes(type))
    throw new TypeError('Invalid message box type');
  if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array');
  mustBe('string', { Title: title, Message: message, Detail: detail, checkboxLabel });
  mustBe('boolean', { noLink });
  if (options.checkboxChecked && !checkboxLabel)
    throw new Error('checkboxChecked requires that checkboxLabel also be passed');
  const { signal: _, ...told } = options;
  return show(type, told, buttons.length > 0 ? buttons : ['OK']);
}

/** Resolves when a button is pressed or the options' signal closes the box: never without either. */
export function messageBox(options: BoxOptions): Promise<Electron.MessageBoxReturnValue> {
  const { signal, checkboxChecked = false } = options;
  const answer = (response: number) => ({ response, checkboxChecked });
  if (signal?.aborted) return Promise.resolve(answer(cancelIdOf(options)));
  const pressed = showBox(options);
  if (pressed !== undefined) return Promise.resolve(answer(pressed));
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(answer(cancelIdOf(options))));
  });
}

function saveDialog(options: SaveOptions): Promise<Electron.SaveDialogReturnValue> {
  mustBeReady();
  const { title, buttonLabel, defaultPath = '', message, nameFieldLabel } = options;
  mustBe('string', {
    Title: title,
    'Button label': buttonLabel,
    'Default path': defaultPath,
    Message: message,
    'Name field label': nameFieldLabel,
  });
  const pressed = show('save', options, [buttonLabel || 'Save', 'Cancel']);
  if (pressed === undefined) return new Promise(() => undefined);
  if (pressed === 1) return Promise.resolve({ canceled: true, filePath: '' });
  // A person would have to type a name.
  if (!isAbsolute(defaultPath)) throw notImplemented('a save dialog without an absolute defaultPath');
  return Promise.resolve({ canceled: false, filePath: defaultPath });
}

export const dialog = strict(
  {
    showErrorBox(title: string, content: string): void {
      show('error', { title, content }, []);
    },
    showMessageBox: (...args: unknown[]) => messageBox(optionsOf<BoxOptions>(args)),
    showMessageBoxSync(...args: unknown[]): number {
      const pressed = showBox(optionsOf<BoxOptions>(args));
      if (pressed === undefined) throw notImplemented('dialog.showMessageBoxSync with nobody to answer it');
      return pressed;
    },
    showSaveDialog: (...args: unknown[]) => saveDialog(optionsOf<SaveOptions>(args)),
  } satisfies Partial<Electron.Dialog>,
  'dialog',
);
