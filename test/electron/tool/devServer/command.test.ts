import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../../electron/tool/devServer/command.ts';
import { isAlive, until } from '../../../support/until.ts';
import { fileFolder } from '../../testFolder.ts';

const folders = fileFolder();
const newFolder = () => mkdtempSync(join(folders, 'test-'));

const groupIn = (folder: string) =>
  until('the group', () => {
    const file = join(folder, 'group');
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined;
  });

// At once, because each waits for seconds that a command has to end.
describe.skipIf(process.platform === 'win32')('a command of the app', { concurrent: true }, () => {
  it('keeps its input open, opens no browser, and is killed if it ignores signals', async () => {
    const folder = newFolder();
    const rest = 'sleep 1000 & echo "$BROWSER" > browser; cat; touch over';
    const { end, ended } = runCommand(`trap '' TERM; echo $$ > group; ${rest}`, folder);
    const group = await groupIn(folder);
    const read = () => readFileSync(join(folder, 'browser'), 'utf8');
    await until('the browser', () => existsSync(join(folder, 'browser')) && read() === 'none\n');
    expect(existsSync(join(folder, 'over'))).toBe(false);
    await end();
    await until('its end', () => !isAlive(-group));
    expect(await ended).toBe(1);
  });

  it('leaves nothing running if it ends by itself', async () => {
    const folder = newFolder();
    expect(await runCommand('echo $$ > group; sleep 1000 & exit 3', folder).ended).toBe(3);
    expect(isAlive(-(await groupIn(folder)))).toBe(false);
  });

  it('ends when the tool is killed', async () => {
    const folder = newFolder();
    const module = join(import.meta.dirname, '../../../../electron/tool/devServer/command.ts');
    const script = `const { runCommand } = await import(${JSON.stringify(module)});
      await runCommand('echo $$ > group; sleep 1000 & wait', '.').ended;`;
    const args = ['--input-type=module', '-e', script];
    const tool = spawn(process.execPath, args, { stdio: 'ignore', cwd: folder });
    const group = await groupIn(folder);
    tool.kill('SIGKILL');
    await until('the end of all', () => !isAlive(-group));
  });
});
