/** `npm run dev` on a copy of the project: new and changed pages, mistakes, and changes of main. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { copyProject } from '../../support/pagesApp.ts';
import { runTool } from '../../support/tool.ts';
import { until } from '../../support/until.ts';

const page = (text: string) => `export default function Page() { return <h1>${text}</h1>; }`;

it('shows a new or edited page without restarting the app, names a mistake and leaves the window as it is, and restarts for a change of main', async () => {
  const project = await copyProject();
  onTestFinished(project.remove);
  const pages = join(project.folder, 'renderer', 'pages');
  await mkdir(join(pages, 'orders'), { recursive: true });
  const tool = await runTool(project.folder, 'dev');
  const screen = await tool.screen();
  // With a port, as here, reloading is left to who has it.
  const built = (times: number) =>
    until('the build', () => tool.said().match(/built in .*, reload the window/g)?.length === times);
  const reload = () => screen.page('void location.reload()');
  await until('the watch', () => tool.said().includes('watching'));
  await writeFile(join(pages, 'index.tsx'), page('First words'));
  await built(1);
  await reload();
  await screen.shows('First words');
  await writeFile(join(pages, 'index.tsx'), page('Second words'));
  await built(2);
  await reload();
  await screen.shows('Second words');
  await writeFile(join(pages, 'orders', '[id].tsx'), page('An order'));
  await built(3);
  await screen.page(`void location.assign('/orders/7')`);
  await screen.shows('An order');
  await writeFile(join(pages, 'index.tsx'), 'export default function Page() { return <h1>');
  await until('the mistake', () => tool.said().includes('the app keeps running unchanged: not built'));
  expect(tool.said()).toContain('index.tsx');
  await screen.shows('An order');
  await writeFile(join(pages, 'index.tsx'), page('Third words'));
  await built(4);
  const main = join(project.folder, 'electron', 'main.ts');
  await writeFile(main, `${await readFile(main, 'utf8')}\nconsole.error('the new main');\n`);
  const next = await tool.screen();
  await next.shows('Third words');
  expect(tool.said()).toContain('the new main');
});
