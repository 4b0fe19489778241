/** `npm run example`: a newcomer breaks the app four times by what the window shows, and sees it return. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { faultsOf } from '../../support/accessible.ts';
import { DEVTOOLS_ADDRESS, PROJECT } from '../../support/app.ts';
import { connect } from '../../support/cdp.ts';
import { lacks } from '../../support/lacks.ts';
import { send } from '../../support/onPage.ts';
import { copyProject } from '../../support/pagesApp.ts';
import { screenOf } from '../../support/screen.ts';
import { until } from '../../support/until.ts';

const project = await copyProject();
for (const part of ['test/tsconfig.json', 'test/support'])
  await cp(join(PROJECT, part), join(project.folder, part), { recursive: true });

it.skipIf(lacks('signals'))('opens on four buttons that break it, and shows what arrives', async () => {
  const example = spawn(process.execPath, [join(project.folder, 'test/support/example/start.ts')]);
  const ended = once(example, 'exit');
  let output = '';
  for (const stream of [example.stdout, example.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const address = await until(
    () => `a window in:\n${output}`,
    () => DEVTOOLS_ADDRESS.exec(output)?.[1],
  );
  const client = await connect(address);
  const screen = screenOf(client, client, () => output);
  const { page, shows } = screen;
  const press = (name: string) =>
    page(`[...document.querySelectorAll('a, button')].find((it) => it.innerText === '${name}').click()`);
  await shows('Stop the server');
  for (const value of ['dark', 'light']) {
    const features = [{ name: 'prefers-color-scheme', value }];
    await send(screen, 'Emulation.setEmulatedMedia', { features });
    expect(await faultsOf(screen), value).toEqual([]);
  }
  await press('Crash this page');
  await shows('fatal');
  await press('Throw an error');
  await shows(en.fault.script.title);
  await press(en.errorPage.tryAgain);
  await shows('Thrown by the fourth button');
  await press('Go offline');
  await shows('Said while offline');
  await press('Stop the server');
  await shows(en.fault.load.refused.title);
  await shows('Visits that the server has counted: 1');
  client.close();
  example.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
});
