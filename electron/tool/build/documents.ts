import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { hashSource } from '../../builtConfig/csp/csp.ts';
import { FAULT_META } from '../../shared/channels.ts';
import { pageScriptOf } from './pageScript.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const ID = 'virtual:documents';

/** Makes the error documents, `virtual:documents`, from the renderer's own component and its built frame. */
export function documents(): Plugin {
  let outDir = '';
  return {
    name: 'holdfast:documents',
    configResolved(config) {
      outDir = resolve(config.root, config.environments.client?.build.outDir ?? '');
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return;
      const file = join(outDir, 'index.html');
      const frame = await readFile(file, 'utf8').catch((cause: unknown) => {
        const what = `${ID} is made from ${file}: build the renderer first, with npm run build.`;
        throw new Error(what, { cause });
      });
      // Both contain it, so write it once: main is read at every start.
      const [style = ''] = /<style>.*<\/style>/s.exec(frame) ?? [];
      const written = (html: string) => html.split(style).map((part) => JSON.stringify(part));
      const errorDocument = Object.entries(await errorDocuments(frame)).map(
        ([name, html]) => `${name}: ${written(html).join('+style+')}`,
      );
      return [
        `export const pageScript = ${JSON.stringify(pageScriptOf(frame))};`,
        `const style = ${JSON.stringify(style)};`,
        `export const errorDocument = { ${errorDocument} };`,
        `export const styleHashes = ${JSON.stringify(styleHashes(frame))};`,
      ].join('\n');
    },
  };
}

/** Puts the error page in place of the frame's placeholder. It has the tokens of electron/shared/document.ts. */
async function errorDocuments(frame: string) {
  const { module } = await runnerImport<typeof import('../../../renderer/error/template.tsx')>(
    join(ROOT, 'renderer/error/template.tsx'),
    { root: ROOT, configFile: false, logLevel: 'error' },
  );
  const withStatus = (status: string | undefined) => intoFrame(frame, module.template(status));
  return { coded: withStatus('{{status}}'), uncoded: withStatus(undefined) };
}

function intoFrame(frame: string, markup: string): string {
  const title = /<title>.*?<\/title>/s;
  const titleMarkup = title.exec(markup)?.[0] ?? '';
  const head = `<meta name="${FAULT_META}" content="{{fault}}" />\n    ${titleMarkup}`;
  // React comes after the page's paint: compiled before, it would hold that up.
  const bare = replaceOnce(frame, /\s*<link rel="modulepreload"[^>]*>/, '');
  const page = replaceOnce(bare, /<!--frame-->.*<!--\/frame-->/s, markup.replace(titleMarkup, ''));
  return replaceOnce(page, title, head);
}

function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  if (!pattern.test(text)) throw new Error(`The built index.html has nothing that matches ${pattern}.`);
  return text.replace(pattern, () => replacement);
}

/** Returns the CSP sources of a document's inline styles: the SHA-256 of each `<style>` element's exact text. */
export const styleHashes = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => hashSource(css));
