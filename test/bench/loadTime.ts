/** How much other programs use the processors, looked at between the starts, when nothing of the bench runs. */
import { cpus } from 'node:os';
import { pause } from '../support/app.ts';

const looks: number[] = [];

/** Milliseconds idle, and in all. */
function used(): [idle: number, all: number] {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((one) => Object.values(one));
  return [times.reduce((sum, { idle }) => sum + idle, 0), all.reduce((sum, ms) => sum + ms, 0)];
}

export async function lookAtLoad(): Promise<void> {
  const [idle, all] = used();
  await pause(200);
  const [idleNow, allNow] = used();
  looks.push(1 - (idleNow - idle) / (allNow - all));
}

/** The share of the processors that others used: the mean since the last call. Busy: times say more about the others. */
export function takeLoad(): { load: number; isBusy: boolean } {
  const all = looks.splice(0);
  const load = all.reduce((sum, look) => sum + look, 0) / all.length;
  return { load, isBusy: load > 0.1 };
}
