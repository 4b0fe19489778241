/** The code of the guide to native code: what is written there is what runs. */
import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PROJECT } from '../app.ts';
import { withCode } from './app.ts';

export const GUIDE = readFileSync(join(PROJECT, 'electron/shell/extension/README.md'), 'utf8');

/** Its files, each in a folder that is called like its section. */
export const EXAMPLES: Readonly<Record<string, string>> = Object.fromEntries(
  GUIDE.split(/^## /m).flatMap((section) =>
    [...section.matchAll(/```ts\n(\/\/ (\S+)\n[\s\S]*?)```/g)].map(([, code = '', path]) => [
      `${section.split('\n', 1)}/${path}`,
      code,
    ]),
  ),
);

/**
 * Gives an app's copy the code of all examples, some that needs a package with a compiled part, and more.
 * @param more statements that make `own`, another definition with `ready`, `sentry` and `handle`
 */
export const withExamples = (more: string) => async (copy: string) => {
  const files = Object.keys(EXAMPLES).filter((file) => file.endsWith('main.ts'));
  const code = `
  import { transform } from 'lightningcss';
  import { defineMain } from 'holdfast/main';
  ${files.map((file, at) => `import example${at} from './${file}';`).join('\n')}
  ${more}
  const all = [own, ${files.map((_, at) => `example${at}`)}];
  const css = () => String(transform({ filename: 'a.css', code: Buffer.from('a { color: #ff0000 }'), minify: true }).code);
  export default defineMain({
    ready: (context) => all.forEach((one) => one.ready?.(context)),
    menu: (template, context) => all.reduce((items, { menu }) => menu?.(items, context) ?? items, template),
    sentry: own.sentry,
    handle: Object.assign({ css: { run: css } }, ...all.map(({ handle }) => handle)),
  });`;
  const picture = readFileSync(join(import.meta.dirname, 'picture.png'));
  const pictures = { 'A tray/desktop/tray.png': picture, 'A badge/desktop/dot.png': picture };
  const { modules } = await withCode(code, join(PROJECT, '.cache'), { ...EXAMPLES, ...pictures })(copy);
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

/** The code for pages of a section, as an expression whose value is what it exports. */
export function pageCode(section: string): string {
  const code = stripTypeScriptTypes(EXAMPLES[`${section}/src/native.ts`] ?? '');
  const names = [...code.matchAll(/^export (?:const|async function) (\w+)/gm)].map(([, name]) => name);
  return `(() => { ${code.replace(/^export /gm, '')}; return { ${names} }; })()`;
}
