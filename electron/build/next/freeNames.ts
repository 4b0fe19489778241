/** Which names a piece of code uses and does not declare, by the parser's own analysis of scopes. */
import { transformWithOxc } from 'vite';

const MARK = 'holdfast:free';

/** Those of `names` that the statements use without declaring them, in any order. */
export async function freeNames(code: string, names: readonly string[]): Promise<string[]> {
  // The transformer adds an import for each of these names that is free.
  const inject = Object.fromEntries(names.map((name) => [name, [MARK, name] as [string, string]]));
  const options = { lang: 'js', sourcemap: false, inject } as const;
  const { code: marked } = await transformWithOxc(code, 'statement.js', options);
  return [...marked.matchAll(/^import \{ (\S+)(?: as \S+)? \} from "holdfast:free";$/gm)].map(
    ([, name = '']) => name,
  );
}
