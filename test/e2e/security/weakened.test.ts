/**
 * The matrix notices: a line of the built app that is weakened makes its test fail, and no other. Each line takes a run
 * of the whole matrix: one of them is tried here, all of them with `HOLDFAST_WEAKENED=all`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT } from '../../support/app.ts';
import { copyApp } from '../../support/brokenApp.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-weakened-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the matrix on the app in a folder. Resolves to the names of the tests that failed, and how many passed. */
async function matrixOf(app: string, name: string): Promise<{ failed: string[]; passed: number }> {
  const report = join(folder, `${name}.json`);
  const vitest = join(PROJECT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--project', 'e2e', 'test/e2e/security/matrix.test.ts'];
  const child = spawn(process.execPath, [vitest, ...args, '--reporter=json', `--outputFile=${report}`], {
    cwd: PROJECT,
    // Without what this run has told its workers.
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(VITEST|TINYPOOL)/.test(key))),
      HOLDFAST_MATRIX_APP: app,
    },
    stdio: 'ignore',
  });
  await once(child, 'close');
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: { assertionResults: { status: string; title: string }[] }[];
  };
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    failed: all.filter(({ status }) => status === 'failed').map(({ title }) => title),
    passed: all.filter(({ status }) => status === 'passed').length,
  };
}

/** The test, the line of the built main file that it guards, and what stands there in its place. */
const ALL: readonly (readonly [test: string, line: RegExp, weaker: string])[] = [
  ['5. permissions', /return \w+===`clipboard-sanitized-write`&&\w+\(\w+\)===`app`/, 'return!0'],
  ['7. a content security policy', /`script-src 'self'`,\[/, "`script-src 'self' 'unsafe-inline'`,["],
  ['13. navigation', /(\w+)\.on\(`will-frame-navigate`,(\w+)\),\1\.on\(`will-redirect`,\2\)/, ''],
  ['17. every message', /if\(!\(\w+!==null&&\w+\.parent===null&&\w+\(\w+\.url\)\)\|\|/, 'if('],
  [
    '18. a scheme of its own',
    /supportFetchAPI:!0,codeCache:!0\}/,
    'supportFetchAPI:!0,codeCache:!0,corsEnabled:!0}',
  ],
];

const LINES = process.env.HOLDFAST_WEAKENED === 'all' ? ALL : ALL.slice(-2, -1);

/** What came of each. */
const found = new Map<string, { failed: string[]; passed: number }>();
beforeAll(async () => {
  const queue = [...LINES];
  // Two at a time: each starts a browser of its own.
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, line, weaker] = next;
      const copy = await copyApp();
      const file = join(copy.folder, '.build', 'main', 'main.cjs');
      const built = await readFile(file, 'utf8');
      expect(built.match(new RegExp(line, 'g')), `${name}: the line is in the built app, once`).toHaveLength(
        1,
      );
      await writeFile(file, built.replace(line, weaker));
      found.set(name, await matrixOf(copy.folder, name));
      await copy.remove();
    }
  };
  await Promise.all([lane(), lane()]);
}, 300_000);

it.each(LINES.map(([name]) => name))('%s', (name) => {
  const { failed = [], passed } = found.get(name) ?? {};
  expect(failed).toEqual([expect.stringMatching(new RegExp(`^${name}`))]);
  // The others ran. Elsewhere than on Linux one is skipped.
  expect(passed).toBe(process.platform === 'linux' ? 29 : 28);
});
