/** Vite's configuration for a pages folder of somebody else: what replaces the main script in the built shell. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { holdfastFolder, repositoryOf } from '../setup/packages.ts';
import { texts } from '../texts/textsPlugin.ts';
import { debugIds } from './debugIds.ts';
import { PAGES_VARIABLE, RENDERER_BUILD, rendererDefine, SHELL_VARIABLE } from './rendererBuild.ts';
import { routes } from './routes.ts';

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

const { [SHELL_VARIABLE]: shell = '', [PAGES_VARIABLE]: pages = '' } = process.env;

export default defineConfig({
  base: '/',
  publicDir: join(repositoryOf(pages) ?? dirname(pages), 'public'),
  define: rendererDefine(),
  plugins: [routes(), frame(shell), texts(), debugIds()],
  build: {
    ...RENDERER_BUILD,
    rolldownOptions: {
      input: { index: join(holdfastFolder(), 'renderer', 'main.tsx') },
      output: { charset: 'ascii' },
    },
  },
});
