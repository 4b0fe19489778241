/** Finds the names that a piece of code uses and does not declare, with the parser's own scope analysis. */
import { transformWithOxc } from 'vite';

const MARK = 'holdfast:free';

/** Returns those of `names` that the statements use without declaring them, in any order. */
export async function freeNames(code: string, names: readonly string[]): Promise<string[]> {
  // The transformer adds an import for each free name.
  const inject = Object.fromEntries(names.map((name) => [name, [MARK, name] as [string, string]]));
  const options = { lang: 'js', sourcemap: false, inject } as const;
  const { code: marked } = await transformWithOxc(code, 'statement.js', options);
  return [...marked.matchAll(/^import \{ (\S+)(?: as \S+)? \} from "holdfast:free";$/gm)].map(
    ([, name = '']) => name,
  );
}
