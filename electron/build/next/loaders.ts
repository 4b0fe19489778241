/** `turbopack.rules` of next.config: runs their loaders, for instance Tailwind's and SVGR's. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, matchesGlob, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

type LoaderItem = string | { loader: string; options?: object };
type Rule = LoaderItem[] | { loaders: LoaderItem[]; as?: string };
export type Rules = Readonly<Record<string, Rule>>;

/** `this` in a webpack loader, as far as Turbopack supports it for CSS and scripts. */
type Loader = (this: object, content: string) => unknown;

/** @param root the repository that provides the loaders */
export function loaders(rules: Rules, root: string): Plugin {
  const plain = Object.entries(rules).flatMap(([pattern, rule]) =>
    Array.isArray(rule)
      ? [{ pattern, loaders: rule, as: undefined }]
      : 'loaders' in rule
        ? [{ pattern, ...rule }]
        : [],
  );
  const ruleOf = (id: string) =>
    plain.find(({ pattern }) =>
      // As in the framework, a pattern without a slash applies to every folder.
      matchesGlob(
        relative(root, id),
        pattern.includes('/') ? pattern.replace(/^\.?\//, '') : `**/${pattern}`,
      ),
    );
  return {
    name: 'holdfast:loaders',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async load(id) {
      if (id.startsWith('\0') || id.includes('?') || id.includes('/node_modules/')) return undefined;
      const rule = ruleOf(id);
      if (!rule) return undefined;
      let code = await readFile(id, 'utf8');
      for (const item of rule.loaders.toReversed()) {
        const { loader, options = {} } = typeof item === 'string' ? { loader: item } : item;
        const watch = (file: string) => this.addWatchFile(file);
        code = await run(loader, options, { id, code, root, watch });
      }
      const moduleType = rule.as?.endsWith('.css') ? ('css' as const) : rule.as && ('jsx' as const);
      return { code, map: null, ...(moduleType && { moduleType }) };
    },
  };
}

interface Source {
  id: string;
  code: string;
  root: string;
  watch(file: string): void;
}

/** @throws Error that names the loader and the file */
async function run(name: string, options: object, { id, code, root, watch }: Source): Promise<string> {
  const file = createRequire(join(root, 'package.json')).resolve(name);
  const { default: found } = (await import(pathToFileURL(file).href)) as {
    default: Loader | { default: Loader };
  };
  const loader = typeof found === 'function' ? found : found.default;
  return await new Promise<string>((resolve, reject) => {
    let isAsync = false;
    const done = (error: unknown, result?: unknown) =>
      error ? reject(new Error(`${id}: ${name}: ${error}`, { cause: error })) : resolve(String(result));
    const context = {
      ...{
        resource: id,
        resourcePath: id,
        resourceQuery: '',
        rootContext: root,
        context: root,
        mode: 'production',
      },
      getOptions: () => options,
      query: options,
      async: () => {
        isAsync = true;
        return done;
      },
      callback: done,
      cacheable: () => undefined,
      addDependency: watch,
      addContextDependency: () => undefined,
      emitWarning: (warning: unknown) => console.error(`notice: ${id}: ${name}: ${warning}`),
      emitError: done,
    };
    Promise.resolve(loader.call(context, code)).then((result) => isAsync || done(undefined, result), done);
  });
}
