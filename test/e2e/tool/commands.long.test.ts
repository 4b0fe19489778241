/** The documented commands, typed in a copy of the project on a machine without a visible display. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { PROJECT } from '../../support/app.ts';
import { COMMANDS, type Run } from '../../support/commands.ts';

/** As in a shell: npm puts the project's programs before the machine's. */
const PATH = process.env.PATH?.split(':')
  .filter((one) => !one.endsWith('node_modules/.bin'))
  .join(':');
const RUNS = new Set(Object.values(COMMANDS).filter((by): by is Run => typeof by === 'object'));
/** Without the test's own environment. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:DISPLAY|WAYLAND_DISPLAY|NODE_ENV|HOLDFAST_\w+|VITEST\w*|TEST\w*|npm_\w+|INIT_CWD)$/.test(name),
  ),
);

describe.skipIf(process.platform !== 'linux')('in a copy of the project', () => {
  const folder = fileFolder();
  beforeAll(async () => {
    const isCopied = (path: string) =>
      !/^(?:node_modules|\.cache|\.build|\.git)$/.test(relative(PROJECT, path));
    await cp(PROJECT, join(folder, 'project'), { recursive: true, filter: isCopied });
    for (const name of ['node_modules', '.cache'])
      await symlink(join(PROJECT, name), join(folder, 'project', name));
    await mkdir(join(folder, 'pages'));
    await writeFile(join(folder, 'pages', 'index.tsx'), 'export default () => <h1>Start</h1>;\n');
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'file.json'), '{ "nonsense": 1 }');
    await writeFile(join(folder, 'project', 'test', 'unformatted.ts'), 'export  const a = "b"');
  });

  it.each([...RUNS].map((run) => [run.type, run] as const))(
    '%s',
    { timeout: 900_000 },
    async (type, { says, stays }) => {
      const child = spawn('bash', ['-c', type], {
        cwd: join(folder, 'project'),
        // Its own folder for user data: otherwise a running app would take over the start.
        env: { ...env, PATH, DIR: folder, XDG_CONFIG_HOME: join(folder, 'config'), NODE: process.execPath },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      let said = '';
      let isTold = false;
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (!stays || isTold || !says.test(said)) return;
          isTold = true;
          // To the whole group, as a terminal does.
          process.kill(-Number(child.pid), 'SIGINT');
        });
      const [code] = await once(child, 'close');
      expect(said).toMatch(says);
      if (!stays) expect(code, said).toBe(0);
    },
  );
});
