/** `npm run example`: what a newcomer sees and types. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT } from '../../support/app.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { lacks } from '../../support/lacks.ts';
import { copyProject } from '../../support/pagesApp.ts';
import { until } from '../../support/until.ts';

let project: AppCopy;
beforeAll(async () => {
  project = await copyProject();
  for (const part of ['test/tsconfig.json', 'test/support'])
    await cp(join(PROJECT, part), join(project.folder, part), { recursive: true });
});
afterAll(() => project.remove());

it.skipIf(lacks('signals'))(
  'says what to type, stops its server, crashes its page, shows arriving reports, and ends with its window',
  async () => {
    const { HOLDFAST_SETTINGS: _, ...env } = process.env;
    const example = spawn(process.execPath, [join(project.folder, 'test/support/example/start.ts')], { env });
    const ended = once(example, 'exit');
    let output = '';
    for (const stream of [example.stdout, example.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const says = (words: RegExp) =>
      until(
        () => `${words} in:\n${output}`,
        () => words.exec(output),
      );
    const [, server = '', arrivals = ''] = await says(/the web app is (\S+), and what arrives of it (\S+)/);
    const arrived = (words: string) =>
      until(
        () => `"${words}" at ${arrivals}\n${output}`,
        async () => (await (await fetch(arrivals)).text()).includes(words),
      );
    await until('a page to crash', async () => {
      example.stdin.write('c\n');
      await says(/crashed|yet/);
      return /crashed/.test(output);
    });
    await arrived('fatal');
    expect((await fetch(`${server}/_next/image`)).status).toBe(200);
    example.stdin.write('s\n');
    await says(/the server is stopped/);
    await expect(fetch(`${server}/_next/image`)).rejects.toThrow('fetch failed');
    example.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
  },
);
