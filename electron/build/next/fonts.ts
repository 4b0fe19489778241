/**
 * `next/font`: the app's own `next` finds or downloads the files, and they become files of the build. A call such as
 * `const inter = Inter({ subsets: ['latin'] })` becomes the object that it would return, plus an import of styles.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFile, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ESTree, Plugin } from 'vite';
import { type FontCall, findFontCalls } from './fontCalls.ts';
import { freeNames } from './freeNames.ts';

const LOADERS = 'next/dist/compiled/@next/font/dist';

/** The parameters and result of the framework's loaders (`FontLoader` in next/font). */
type Loader = (options: {
  functionName: string;
  variableName: string;
  data: unknown[];
  emitFontFile(content: Buffer, type: string): string;
  resolve(path: string): string;
  isDev: boolean;
  isServer: boolean;
  loaderContext: { fs: { readFile: typeof readFile } };
}) => Promise<Font>;

interface Font {
  css: string;
  fallbackFonts?: string[] | undefined;
  weight?: string | undefined;
  style?: string | undefined;
  variable?: string | undefined;
  adjustFontFallback?: Record<string, string> | undefined;
}

/** @param root the repository, whose `next` is used */
export function fonts(root: string): Plugin {
  const requireOwn = createRequire(join(root, 'package.json'));
  let made: string | undefined;
  const folder = () => {
    if (!made) {
      made = mkdtempSync(join(tmpdir(), 'holdfast-fonts-'));
      process.on('exit', () => made && rmSync(made, { recursive: true, force: true }));
    }
    return made;
  };

  async function load({ kind, name, variable, data }: FontCall, file: string): Promise<Font> {
    const { default: loader } = requireOwn(`${LOADERS}/${kind}/loader.js`) as { default: Loader };
    return await loader({
      functionName: name,
      variableName: variable,
      data,
      emitFontFile: (content, type) => keep(content, type),
      resolve: (path) => resolve(dirname(file), path),
      // Waits only 3 s for a server, then uses the fallback.
      isDev: true,
      isServer: false,
      loaderContext: { fs: { readFile } },
    });
  }

  /** Writes a file beside the styles. Returns its name there, which Vite replaces. */
  function keep(content: Buffer | string, type: string): string {
    const name = `${createHash('sha256').update(content).digest('hex').slice(0, 12)}.${type}`;
    writeFileSync(join(folder(), name), content);
    return `./${name}`;
  }

  return {
    name: 'holdfast:fonts',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { code: /['"]next\/font\/(?:google|local)['"]/ },
      async handler(code, id) {
        const file = id.replace(/\?.*/, '');
        let text = code;
        const imports: string[] = [];
        const { calls, names } = findFontCalls(this.parse(code) as ESTree.Program, file);
        for (const call of calls.toReversed()) {
          const { start, end, name, kind } = call;
          if (kind === 'import') {
            text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
            continue;
          }
          const font = await load(call, file).catch((cause: Error) => {
            throw new Error(`${file}: next/font: ${cause.message}`, { cause });
          });
          if (kind === 'google' && !font.css.includes('url(')) {
            const family = name.replaceAll('_', ' ');
            console.error(
              `notice: ${file}: cannot reach Google Fonts, so ${family} is shown in its fallback: build again with ` +
                'a network, or keep the file in your repository and use next/font/local.',
            );
          }
          const { css, value } = styled(font);
          const style = join(folder(), keep(css, 'css'));
          text = text.slice(0, start) + JSON.stringify(value) + text.slice(end);
          imports.push(`;import ${JSON.stringify(style)};`);
        }
        const [left] = await freeNames(text, names);
        if (left) {
          throw new Error(
            `${file}: next/font: write \`const font = ${left}({ … })\` at the top of the file.`,
          );
        }
        return { code: text + imports.join(''), map: null };
      },
    },
  };
}

/** Returns the styles with unique font names, and the call's result. */
function styled({ css, fallbackFonts = [], weight, style, variable, adjustFontFallback }: Font) {
  const id = `font_${createHash('sha256').update(css).digest('hex').slice(0, 8)}`;
  const families = [`'${id}'`, ...(adjustFontFallback ? [`'${id} Fallback'`] : []), ...fallbackFonts].join(
    ', ',
  );
  const isOne = (value: string | undefined) => value !== undefined && !value.trim().includes(' ');
  const rules = [css.replace(/font-family:[^;]*;/g, `font-family: '${id}';`)];
  if (adjustFontFallback) {
    const { fallbackFont, ...overrides } = adjustFontFallback;
    const lines = Object.entries(overrides).map(
      ([name, value]) => `${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}: ${value};`,
    );
    rules.push(
      `@font-face { font-family: '${id} Fallback'; src: local("${fallbackFont}"); ${lines.join(' ')} }`,
    );
  }
  const more = `${isOne(weight) ? ` font-weight: ${weight};` : ''}${isOne(style) ? ` font-style: ${style};` : ''}`;
  rules.push(`.${id} { font-family: ${families};${more} }`);
  if (variable) rules.push(`.${id}_variable { ${variable}: ${families}; }`);
  const value = {
    className: id,
    ...(variable && { variable: `${id}_variable` }),
    style: {
      fontFamily: families,
      ...(isOne(weight) && { fontWeight: Number(weight) || undefined }),
      ...(isOne(style) && { fontStyle: style }),
    },
  };
  return { css: rules.join('\n'), value };
}
