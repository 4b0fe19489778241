/** Runs a scenario of the fixture app on whichever runtime the machine has, and gives what it told. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findRuntime } from '../../../electron/dev/runtime/find.ts';
import { type AppProcess, type StartOptions, spawnApp } from '../../support/app.ts';

/** Some of what is tested is the stand-in's own, such as how dialogs are answered. */
export const isStandIn = (await findRuntime()).name === 'stand-in';

const FIXTURE = join(import.meta.dirname, 'fixtures', 'app');

export interface Told {
  /** What was told under a name. Throws, with all that the app wrote, when nothing was. */
  of(name: string): unknown;
  /** All that was told under a name, in order. */
  all(name: string): unknown[];
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts a scenario and leaves it running. */
export function startScenario(name: string, options: StartOptions = {}): Promise<AppProcess> {
  return spawnApp({ app: FIXTURE, ...options, args: [`--scenario=${name}`, ...(options.args ?? [])] });
}

/** Waits for the end of a scenario. */
export async function endOf(app: AppProcess, keepUserData = false): Promise<Told> {
  const code = await app.ended;
  if (!keepUserData) await rm(app.userData, { recursive: true, force: true, maxRetries: 5 });
  const lines = app
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{"name":'));
  const told = lines.map((line) => JSON.parse(line) as { name: string; value: unknown });
  const all = (name: string) => told.filter((one) => one.name === name).map(({ value }) => value);
  const written = `${app.stdout()}\n${app.stderr()}`;
  if (all('failed').length > 0) throw new Error(`The scenario failed: ${all('failed')[0]}\n${written}`);
  return {
    code,
    stdout: app.stdout(),
    stderr: app.stderr(),
    all,
    of(name) {
      if (all(name).length === 0) throw new Error(`Nothing was told of ${name}.\n${written}`);
      return all(name)[0];
    },
  };
}

/** Runs a scenario to its end. */
export async function runScenario(name: string, options: StartOptions = {}): Promise<Told> {
  return await endOf(await startScenario(name, options), options.userData !== undefined);
}
