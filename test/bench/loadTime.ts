/** How much other programs use the processors, looked at between the starts, when nothing of the bench runs. */
import { cpus } from 'node:os';
import { pause } from '../support/app.ts';

const LOOK_MS = 200;
/** Of all processors: above it times say more about the others. */
const BUSY = 0.1;

const looks: number[] = [];

/** Milliseconds idle, and in all. */
function used(): [idle: number, all: number] {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.flatMap((one) => Object.values(one));
  return [times.reduce((sum, { idle }) => sum + idle, 0), all.reduce((sum, ms) => sum + ms, 0)];
}

/** Looks once. Resolves after LOOK_MS. */
export async function lookAtLoad(): Promise<void> {
  const [idle, all] = used();
  await pause(LOOK_MS);
  const [idleNow, allNow] = used();
  looks.push(1 - (idleNow - idle) / (allNow - all));
}

/** The share of the processors that others used, 0 to 1: the mean since the last call; and whether that is too much. */
export function takeLoad(): { load: number; isBusy: boolean } {
  const all = looks.splice(0);
  const load = all.reduce((sum, look) => sum + look, 0) / all.length;
  return { load, isBusy: load > BUSY };
}
