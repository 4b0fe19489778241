import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { helpOf, VERBS, type Verb } from '../../../electron/tool/cli/commands.ts';
import { loadConfig } from '../../../electron/tool/configFile/loadConfig.ts';
import { APP } from '../../support/app.ts';
import { repository } from '../../support/repository.ts';
import { holdfast } from '../../support/tool.ts';

it('--help has an example of each verb, in plain text, and needs no readable package.json', async () => {
  const app = repository({ 'package.json': '{ "name": ' });
  const { code, stdout, stderr } = await holdfast(app, '--help');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const { what, examples } of Object.values(VERBS)) {
    expect(stdout).toContain(what);
    expect(stdout).toContain(examples[0]);
  }
  expect(stdout).not.toContain('\x1b');
  expect((await holdfast(tmpdir())).stdout).toBe(stdout);
});

it("a verb with --help runs nothing; --version prints the package's", async () => {
  const { code, stdout } = await holdfast(tmpdir(), 'package', '--help');
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${helpOf('package', VERBS.package as Verb)}\n` });
  expect(stdout).toMatch(/ --output DIR +output folder/);
  expect((await holdfast(tmpdir(), '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it.each([
  ['inti', 'Did you mean "init"?'],
  ['constructor', 'holdfast --help lists them.'],
])('%s exits with 2 and one line', async (verb, says) => {
  const said = `holdfast: Unknown command "${verb}". ${says}\n`;
  expect(await holdfast(tmpdir(), verb)).toEqual({ code: 2, stdout: '', stderr: said });
});

it('init writes a configuration that the tool reads, and reports mistakes, with their place only under --verbose', async () => {
  const root = repository({ 'package.json': { name: 'shop' }, 'public/index.html': '' });
  const { code, stdout, stderr } = await holdfast(root, 'init');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^holdfast \d[\s\S]*^(?:✓|ok) wrote holdfast\.config\.ts {2}\d+\.\d s$[\s\S]*^Next$/m,
  );
  // Colours are for terminals.
  expect(stdout).not.toContain('\x1b');
  const web = { build: 'public' };
  expect(await loadConfig(root)).toEqual({ name: 'Shop', id: 'com.example.shop', web });
  const again = await holdfast(root, 'init');
  expect(again.code).toBe(1);
  expect(again.stderr).toMatch(/^holdfast: holdfast\.config\.ts already exists: .*\n$/);
  expect((await holdfast(APP, 'init', '--verbose')).stderr).toMatch(
    /^holdfast: .*This is Holdfast's own repository.*\n {4}at .*init/,
  );
});

it('info prints what a bug report needs', async () => {
  const { code, stdout } = await holdfast(tmpdir(), 'info');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^holdfast +\d.*\nelectron +\d.*, in .*\nnode +v.*\nsystem +\w+ \w+ .*\n$/);
});
