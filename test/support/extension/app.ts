/** The app with its own code in main, bundled as the tool does. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { bundleExtension } from '../../../electron/dev/app/extension.ts';
import { PAGES_APP, PROJECT } from '../app.ts';
import { type Watched, type WatchOptions, watch } from '../recovery.ts';

/** The folder of an example. */
export const exampleFolder = (name: string) => join(PROJECT, 'test', 'support', 'extension', name);

/** Edits an app's copy: its own code in main is this file. */
export const withEntry = (entry: string) => (folder: string) =>
  bundleExtension(entry, join(folder, '.build', 'extension.cjs'));

/** The same for code in a text. @param beside a folder whose `node_modules` it may import from */
export const withCode =
  (code: string, beside = tmpdir()) =>
  async (folder: string) => {
    const own = await mkdtemp(join(beside, 'holdfast-main-'));
    try {
      await writeFile(join(own, 'main.ts'), code);
      return await withEntry(join(own, 'main.ts'))(folder);
    } finally {
      await rm(own, { recursive: true });
    }
  };

/** A prelude: keeps what the code makes of these classes of Electron, in `globalThis.made`. */
const NOTES_MADE = `
  globalThis.made = { Tray: [], Notification: [] };
  const noting = Object.fromEntries(Object.entries(globalThis.made).map(([name, all]) => [name, new Proxy(electron[name], {
    construct(target, args, newTarget) {
      const one = Reflect.construct(target, args, newTarget);
      const { setContextMenu } = one;
      // Electron has no way to read it back.
      if (setContextMenu) one.setContextMenu = (menu) => {
        globalThis.trayMenu = menu;
        setContextMenu.call(one, menu);
      };
      all.push({ one, args });
      return one;
    },
  })]));
  const Module = module.constructor;
  const load = Module._load;
  const changed = new Proxy(electron, { get: (target, key) => noting[key] ?? target[key] });
  Module._load = (name, ...rest) => (name === 'electron' ? changed : load.call(Module, name, ...rest));
`;

/** Starts the example pages with an example's own code. */
export async function startExample(name: string, options: WatchOptions = {}): Promise<Watched> {
  const alter = withEntry(join(exampleFolder(name), 'desktop', 'main.ts'));
  const app = await watch({ app: PAGES_APP, prelude: NOTES_MADE, alter, ...options });
  await app.shows('This window is Holdfast');
  return app;
}

/** An example's code for pages, as an expression whose value is what it exports. */
export async function pageCode(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(exampleFolder(name), 'src', 'native.ts'), formats: ['iife'], name: 'own' },
    },
  });
  const [first] = [built].flat();
  if (!first || !('output' in first)) throw new Error('Vite built nothing.');
  return `(() => { ${first.output[0].code}; return own; })()`;
}
