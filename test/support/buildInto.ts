/** Builds the project's own sources into another folder: `node buildInto.ts <folder>`, with HOLDFAST_PAGES. */
import { join } from 'node:path';
import { createBuilder } from 'vite';

const project = join(import.meta.dirname, '..', '..');
const folder = process.argv[2];
if (!folder) throw new Error('Into which folder? Give it as the argument.');
const into = (name: string) => ({ build: { outDir: join(folder, '.build', name) } });
const builder = await createBuilder({
  configFile: join(project, 'vite.config.ts'),
  logLevel: 'error',
  environments: {
    client: into('renderer'),
    main: into('main'),
    preload: into('preload'),
    diagnosticsPreload: into('preload'),
  },
});
await builder.buildApp();
