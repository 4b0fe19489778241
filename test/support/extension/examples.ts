/** The guide's examples, all in one app's main code. */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { expect } from 'vitest';
import { PROJECT } from '../app.ts';
import { withCode } from './app.ts';

const EXAMPLES = ['badge', 'login', 'menu', 'notifications', 'openFile', 'tray'];
const folderOf = (name: string) => join(PROJECT, 'test', 'support', 'extension', name);

/**
 * Gives an app's copy the code of all examples, some that needs a package with a compiled part, and more.
 * @param more statements that make `own`, another definition with `ready`, `sentry` and `handle`
 */
export const withExamples = (more: string) => async (copy: string) => {
  const code = `
  import { transform } from 'lightningcss';
  import { defineMain } from 'holdfast/main';
  ${EXAMPLES.map((name) => `import ${name} from ${JSON.stringify(join(folderOf(name), 'desktop', 'main.ts'))};`).join('\n')}
  ${more}
  const all = [own, ${EXAMPLES}];
  const css = () => String(transform({ filename: 'a.css', code: Buffer.from('a { color: #ff0000 }'), minify: true }).code);
  export default defineMain({
    ready: (context) => all.forEach((one) => one.ready?.(context)),
    menu: (template, context) => all.reduce((items, { menu }) => menu?.(items, context) ?? items, template),
    sentry: own.sentry,
    handle: Object.assign({ css: { run: css } }, ...all.map(({ handle }) => handle)),
  });`;
  const { modules } = await withCode(code, join(PROJECT, '.cache'))(copy);
  expect(modules.map(({ name }) => name)).toContain('lightningcss');
  await mkdir(join(copy, '.build', 'node_modules'));
  for (const { name, folder } of modules) await symlink(folder, join(copy, '.build', 'node_modules', name));
};

/** A prelude: keeps the code's instances of these Electron classes in `globalThis.made`. */
export const NOTES_MADE = `
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

/** An example's code for pages, as an expression whose value is what it exports. */
export async function pageCode(name: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(folderOf(name), 'src', 'native.ts'), formats: ['iife'], name: 'own' },
    },
  });
  const [first] = [built].flat();
  if (!first || !('output' in first)) throw new Error('Vite built nothing.');
  return `(() => { ${first.output[0].code}; return own; })()`;
}
