/** One instance of an app, against docs/api/app.md#apprequestsingleinstancelockadditionaldata. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppProcess, pause } from '../../support/app.ts';
import { endOf, startScenario } from './scenario.ts';

let userData: string;
beforeAll(async () => {
  userData = await mkdtemp(join(tmpdir(), 'holdfast-instance ü-'));
});
afterAll(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }));

const waitFor = async (app: AppProcess, text: string) => {
  while (!app.stdout().includes(text)) {
    if (app.process.exitCode !== null) throw new Error(`${app.stdout()}\n${app.stderr()}`);
    await pause(20);
  }
};

describe.concurrent('one instance', () => {
  it('a second instance does not get the lock, tells the first and can quit; other folders have other locks', async () => {
    const first = await startScenario('instance', { userData });
    await waitFor(first, 'waiting');
    const second = await endOf(await startScenario('instance', { userData, args: ['--second'] }), true);
    expect([second.of('had'), second.of('got')]).toEqual([false, false]);
    expect(second.code).toBe(0);
    await waitFor(first, 'second instance');

    const elsewhere = await startScenario('instance');
    await waitFor(elsewhere, 'waiting');
    elsewhere.process.kill('SIGTERM');
    expect((await endOf(elsewhere)).of('got')).toBe(true);

    first.process.kill('SIGTERM');
    const told = await endOf(first, true);
    expect([told.of('had'), told.of('got'), told.of('has'), told.of('again')]).toEqual([
      false,
      true,
      [true, true],
      true,
    ]);
    expect(told.of('second instance')).toEqual({
      ready: true,
      preventable: 'function',
      argv: true,
      workingDirectory: true,
      from: 'second',
      when: 5,
    });
    expect(told.all('second instance')).toHaveLength(1);
  });

  it.runIf(process.platform !== 'win32')('an instance that was killed has no lock any more', async () => {
    const own = join(userData, 'killed');
    const killed = await startScenario('instance', { userData: own });
    await waitFor(killed, 'waiting');
    killed.process.kill('SIGKILL');
    await killed.ended;
    const next = await startScenario('instance', { userData: own });
    await waitFor(next, 'waiting');
    next.process.kill('SIGTERM');
    expect((await endOf(next, true)).of('got')).toBe(true);
  });
});
