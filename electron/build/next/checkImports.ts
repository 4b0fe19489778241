/** Resolves `next/…` with the list in imports.ts, and fails the build for any other import, with name, file and line. */
import { readFileSync } from 'node:fs';
import type { ESTree, Plugin } from 'vite';
import { literal } from '../../shared/redact.ts';
import { nextImport } from './imports.ts';
import { part } from './parts.ts';

/** `<style jsx>`, which only the framework's compiler supports. */
const STYLED_JSX = /<style\s(?:[^>]*\s)?jsx\b/;
/** `App.getInitialProps = …`, or the same in a class. */
const APP_PROPS = /\.getInitialProps\s*=[^=]|static\s+(?:async\s+)?getInitialProps\b/;

export function checkImports(): Plugin[] {
  const common = { applyToEnvironment: ({ name }: { name: string }) => name === 'client' };
  return [
    {
      ...common,
      name: 'holdfast:next-app',
      enforce: 'pre',
      transform: {
        filter: { id: /\/pages\/_app\.[jt]sx?$/, code: APP_PROPS },
        handler(code, id) {
          const line = lineAt(code, code.search(APP_PROPS));
          const instead = 'load it in an effect of _app, or in getServerSideProps of the pages';
          throw new Error(`${id}:${line}: Holdfast does not support getInitialProps of _app: ${instead}.`);
        },
      },
    },
    {
      ...common,
      name: 'holdfast:next-imports',
      enforce: 'pre',
      resolveId(specifier, importer = '') {
        const entry = nextImport(specifier);
        if (!entry) return undefined;
        if ('instead' in entry) throw new Error(refusal(importer, specifier, entry.instead));
        if (entry.file) return part(`next/${entry.file}`);
        throw new Error(refusal(importer, specifier, "it needs the app's own `next`: install its packages"));
      },
      transform: {
        filter: { id: { include: /\.[jt]sx?$/, exclude: /\/node_modules\// }, code: STYLED_JSX },
        handler(code, id) {
          const line = lineAt(code, code.search(STYLED_JSX));
          throw new Error(`${id}:${line}: Holdfast does not support <style jsx>: use a CSS module.`);
        },
      },
    },
    {
      ...common,
      name: 'holdfast:next-names',
      transform: {
        // At this point types and server-only code are gone.
        filter: { code: /['"]next\// },
        handler(code, id) {
          for (const { source, names } of namesTaken(this.parse(code) as ESTree.Program)) {
            const entry = nextImport(source);
            if (!entry || 'instead' in entry || entry.names.includes('*')) continue;
            for (const name of names) {
              if (entry.names.includes(name)) continue;
              throw new Error(refusal(id, source, entry.refused?.[name] ?? 'it is unknown', name));
            }
          }
        },
      },
    },
  ];
}

function namesTaken({ body }: ESTree.Program): { source: string; names: string[] }[] {
  const text = (name: ESTree.ModuleExportName) => ('name' in name ? name.name : name.value);
  return body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') {
      const names = statement.specifiers.flatMap((one) =>
        one.type === 'ImportSpecifier'
          ? [text(one.imported)]
          : one.type === 'ImportDefaultSpecifier'
            ? ['default']
            : [],
      );
      return [{ source: statement.source.value, names }];
    }
    if (statement.type === 'ExportNamedDeclaration' && statement.source) {
      return [
        { source: statement.source.value, names: statement.specifiers.map(({ local }) => text(local)) },
      ];
    }
    return [];
  });
}

function refusal(id: string, specifier: string, instead: string, name?: string): string {
  const file = id.replace(/[?#].*/, '');
  const what = name ? `"${name}" of ${specifier}` : specifier;
  return `${file}:${lineOf(file, specifier, name)}: Holdfast does not support ${what}: ${instead}.`;
}

/** Returns the line of an import, or of a name in it, in the source file, from 1. */
function lineOf(file: string, specifier: string, name: string | undefined): number {
  const code = readFileSync(file, 'utf8');
  const isOfTypes = (index: number) => /^import type\b/.test(code.slice(code.lastIndexOf('import', index)));
  const found = [...code.matchAll(new RegExp(`(['"])${literal(specifier)}\\1`, 'g'))];
  const at = found.find(({ index }) => !isOfTypes(index))?.index ?? -1;
  if (!name || at < 0) return lineAt(code, at);
  const begin = Math.max(code.lastIndexOf('import', at), code.lastIndexOf('export', at));
  const inside = code.slice(begin, at).search(new RegExp(`\\b${name}\\b`));
  return lineAt(code, inside < 0 ? at : begin + inside);
}

const lineAt = (code: string, index: number) => code.slice(0, Math.max(0, index)).split('\n').length;
