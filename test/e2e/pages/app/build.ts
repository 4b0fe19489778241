/** Builds the app of the tests: `node build.ts <pages> <out>`. A process of its own, for a build as it ships. */
import { build } from 'vite';
import { routes } from '../../../../electron/dev/build/routes.ts';

const [pages = '', outDir = ''] = process.argv.slice(2);
await build({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'silent',
  plugins: [routes({ pages })],
  build: { outDir, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
