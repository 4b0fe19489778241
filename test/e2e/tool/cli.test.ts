/** The front of the tool: help, mistakes, exit codes. */
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { VERBS } from '../../../electron/dev/cli/verbs.ts';
import { APP } from '../../support/app.ts';
import { holdfast, repository } from '../../support/tool.ts';

it('--help has an example of each verb, in plain text', async () => {
  const { code, stdout } = await holdfast(tmpdir(), '--help');
  expect(code).toBe(0);
  for (const { what, examples } of Object.values(VERBS)) {
    expect(stdout).toContain(what);
    expect(stdout).toContain(examples[0]);
  }
  expect(stdout).not.toContain('\x1b');
  expect((await holdfast(tmpdir())).stdout).toBe(stdout);
});

it.each(Object.keys(VERBS))('%s --help names its options and examples, and runs nothing', async (name) => {
  const { code, stdout } = await holdfast(tmpdir(), name, '--help');
  expect(code).toBe(0);
  for (const example of VERBS[name]?.examples ?? []) expect(stdout).toContain(example);
});

it('--version is that of the package', async () => {
  expect((await holdfast(tmpdir(), '--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

it.each([
  [['inti'], 'inti is nothing it can do: did you mean init?'],
  [['deploy'], 'deploy is nothing it can do. holdfast --help says what is.'],
  [['constructor'], 'constructor is nothing it can do.'],
  [['init', '--naem', 'x'], '--naem is no option of it: did you mean --name?'],
  [['init', 'shop'], 'shop is not expected.'],
])('%j ends with 2 and one line', async (args, says) => {
  const { code, stdout, stderr } = await holdfast(tmpdir(), ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^holdfast: .*\n$/);
  expect(stderr).toContain(says);
});

it('says where an error comes from with --verbose only', async () => {
  expect((await holdfast(APP, 'init')).stderr).toMatch(/^holdfast: This is Holdfast's own repository.*\n$/);
  expect((await holdfast(APP, 'init', '--verbose')).stderr).toMatch(/\n {4}at .*init/);
});

it('info says what an issue needs, and no value of a setting', async () => {
  const dsn = 'https://key@sentry.example.com/1';
  const config = {
    name: 'Shop',
    id: 'com.example.shop',
    web: { build: 'dist' },
    settings: { sentryDsn: dsn },
  };
  const root = await repository({
    'package.json': { name: 'shop', dependencies: { next: '16' } },
    'holdfast.config.mjs': `export default ${JSON.stringify(config)};`,
  });
  const { code, stdout } = await holdfast(root, 'info');
  expect(code).toBe(0);
  for (const line of [
    /^holdfast +\d/m,
    /^electron +\d.*, in /m,
    /^node +v/m,
    /^npm +\d/m,
    /^system +\w+ \w+/m,
  ])
    expect(stdout).toMatch(line);
  expect(stdout).toContain('Next.js (next not installed)');
  expect(stdout).toContain('keys of settings: sentryDsn;');
  expect(stdout).not.toContain('key@');
});
