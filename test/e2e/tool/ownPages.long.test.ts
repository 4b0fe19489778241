/** `npm start -- --pages DIR`: an app in its own repository, with its own configuration. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppCopy } from '../../support/brokenApp.ts';
import { startOrigin } from '../../support/origin.ts';
import { copyProject } from '../../support/pagesApp.ts';

let shop: string;
let project: AppCopy;
const server = await startOrigin((request, response) =>
  response.setHeader('access-control-allow-origin', '*').end(`answer to ${request.url}`),
);

beforeAll(async () => {
  shop = await mkdtemp(join(tmpdir(), 'holdfast-shop-'));
  project = await copyProject();
  await mkdir(join(shop, 'src', 'pages'), { recursive: true });
  await writeFile(join(shop, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(shop, 'src', 'pages', 'index.tsx'),
    `import { addBreadcrumb } from 'holdfast/telemetry';
    import { useEffect, useState } from 'react';
    export default function Start() {
      const [answer, setAnswer] = useState('');
      useEffect(() => addBreadcrumb({ message: 'shown' }), []);
      useEffect(() => void fetch('${server.url}/stock').then(async (got) => setAnswer(await got.text())), []);
      return answer && <h1>{navigator.userAgent.match(/Corner\\S*/)?.[0]} got the {answer}</h1>;
    }`,
  );
});
afterAll(async () => {
  await server.close();
  await project.remove();
  await rm(shop, { recursive: true });
});

const configure = (config: string) => writeFile(join(shop, 'holdfast.config.ts'), `export default ${config}`);
const start = (cwd: string, pages: string) => {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, HOLDFAST_SETTINGS: ___, ...env } = process.env;
  const args = [join(project.folder, 'electron/tool/cli.ts'), 'start', '--pages', pages];
  return promisify(execFile)(process.execPath, [...args, `--user-data-dir=${join(shop, '.data')}`], {
    cwd: project.folder,
    env: { ...env, INIT_CWD: cwd },
  });
};

it.runIf(process.platform === 'linux')(
  'shows its pages, under its name, with its settings; the path is relative to the shell in which it was typed',
  async () => {
    await configure(
      `{ name: 'Corner', settings: { contentSecurityPolicy: ['connect-src ${server.url}'] } } as const;`,
    );
    const { stdout } = await start(shop, 'src/pages');
    expect(stdout).toMatch(/Corner\S* got the answer to \/stock/);
  },
);

it('reports a mistake in its configuration, and an unreadable folder', async () => {
  await configure(`{ nmae: 'Corner' }`);
  await expect(start(shop, 'src/pages')).rejects.toThrow(
    `${join(shop, 'holdfast.config.ts')}: unknown key "nmae": did you mean "name"?`,
  );
  await configure('{}');
  await expect(start(shop, 'pages')).rejects.toThrow(`--pages: ${join(shop, 'pages')} does not exist.`);
});
