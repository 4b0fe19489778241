import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { routes } from '../../../../electron/tool/build/routes.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';

const PROJECT = join(import.meta.dirname, '../../../..');
const FILES = {
  'package.json': '{ "type": "module" }',
  'node_modules/react/index.js': "throw new Error('A second React');",
  'src/title.ts': "export const title = 'Apart';",
  'src/pages/index.tsx': `import 'holdfast/telemetry'; import { useState } from 'react'; import { title } from '@/title';
    export default () => <h1>{useState(title)[0]}</h1>;`,
};

it("uses Holdfast's React, whatever is beside the pages, and finds their other files", async () => {
  const root = writeFiles(testFolder(), FILES);
  vi.stubEnv('HOLDFAST_PAGES', join(root, 'src', 'pages'));
  onTestFinished(() => void vi.unstubAllEnvs());
  // Without the largest packages, which no test looks at.
  const rolldownOptions = { external: /^react-(?:dom|router)/ };
  const { output } = (await build({
    ...{ configFile: false, root: join(PROJECT, 'renderer'), logLevel: 'silent', plugins: [routes()] },
    build: { write: false, minify: false, rolldownOptions },
  })) as Rolldown.RolldownOutput;
  const text = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  expect(text).toContain('Apart');
  expect(text).not.toContain('A second React');
}, 20_000);
