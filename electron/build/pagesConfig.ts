/**
 * Vite's configuration for the pages of an app. The shell is already built: this builds only the renderer's part with
 * the pages, which replaces the main script in its index.html.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { appBuild } from './appBuild.ts';
import { debugIds } from './debugIds.ts';
import { part } from './next/parts.ts';
import { OUT_VARIABLE, RENDERER_BUILD, rendererDefine, SHELL_VARIABLE } from './rendererBuild.ts';
import { routes } from './routes.ts';
import { texts } from './texts.ts';

function frame(shell: string): Plugin {
  return {
    name: 'holdfast:frame',
    async generateBundle(_, bundle) {
      const main = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      const html = await readFile(join(shell, 'renderer', 'index.html'), 'utf8');
      const [, before] = /\bdata-main="([^"]+)"/.exec(html) ?? [];
      if (!main || !before) throw new Error('The package holdfast is incomplete: install it again.');
      const source = html.replaceAll(before, `/${main.fileName}`);
      this.emitFile({ type: 'asset', fileName: 'index.html', source });
    },
  };
}

const { [SHELL_VARIABLE]: shell = '', [OUT_VARIABLE]: outDir = '' } = process.env;

export default defineConfig({
  base: '/',
  define: rendererDefine(),
  plugins: [routes(), appBuild(), frame(shell), texts(), debugIds()],
  build: {
    ...RENDERER_BUILD,
    outDir,
    rolldownOptions: { input: { index: part('main.tsx') }, output: { charset: 'ascii' } },
  },
});
