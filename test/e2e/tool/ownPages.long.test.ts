/** `npm start -- --pages DIR`: an app in its own repository, with its own configuration. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { startOrigin } from '../../support/origin.ts';
import { copyProject } from '../../support/pagesApp.ts';
import { holdfastWith } from '../../support/tool.ts';

const shop = fileFolder('shop');
const server = await startOrigin((request, response) =>
  response.setHeader('access-control-allow-origin', '*').end(`answer to ${request.url}`),
);

const project = await copyProject();
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

const configure = (config: string) => writeFile(join(shop, 'holdfast.config.ts'), `export default ${config}`);
/** As npm runs it, which says where it was typed. */
const start = (pages: string) => {
  const data = `--user-data-dir=${join(shop, '.data')}`;
  return holdfastWith({ INIT_CWD: shop }, project.folder, 'start', '--pages', pages, data);
};

it.runIf(process.platform === 'linux')(
  'shows its pages, under its name, with its settings; the path is relative to the shell in which it was typed',
  async () => {
    await configure(
      `{ name: 'Corner', settings: { contentSecurityPolicy: ['connect-src ${server.url}'] } } as const;`,
    );
    const { stdout } = await start('src/pages');
    expect(stdout).toMatch(/Corner\S* got the answer to \/stock/);
  },
);

it('reports a mistake in its configuration, and an unreadable folder', async () => {
  await configure(`{ nmae: 'Corner' }`);
  expect((await start('src/pages')).stderr).toContain(
    `${join(shop, 'holdfast.config.ts')}: unknown key "nmae": did you mean "name"?`,
  );
  await configure('{}');
  expect((await start('pages')).stderr).toContain(`--pages: ${join(shop, 'pages')} does not exist.`);
});
