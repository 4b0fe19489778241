/**
 * Random sequences of real faults, seeded (the graphics process apart, which Chromium lets end a few times only): whatever comes in whatever order, the window is painted, the process lives,
 * and the budget of loads holds. `HOLDFAST_SEQUENCES=100` runs a hundred.
 */
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUDGET } from '../../../electron/recovery/budget.policy.ts';
import { type Elsewhere, elsewhere, LOADS_ELSEWHERE } from '../../support/elsewhere.ts';
import { machineNow } from '../../support/machineNow.ts';
import { CLOCK, type Watched, watch } from '../../support/recovery.ts';

const SEED = 20_261_121;
const SEQUENCES = Number(process.env.HOLDFAST_SEQUENCES ?? 4);
/** Milliseconds for which the window may have nothing painted in it, where a plain load takes PLAIN of them. */
const MAX_BLANK = 2_000;
const PLAIN = 250;

/** Notes each load that main orders, and has the user answer each dialog after a second. */
const NOTES = `
  globalThis.loads = [];
  globalThis.dialogs = 0;
  electron.app.on('web-contents-created', (_event, contents) => {
    const load = contents.loadURL.bind(contents);
    contents.loadURL = (url) => {
      if (!url.includes('/_holdfast/')) globalThis.loads.push(Date.now());
      return load(url);
    };
  });
  electron.dialog.showMessageBox = () => {
    globalThis.dialogs++;
    return new Promise((resolve) => setTimeout(() => {
      globalThis.dialogs--;
      resolve({ response: 0, checkboxChecked: false });
    }, 1000));
  };
`;

let app: Watched;
let dropping: Elsewhere;
let blank: Elsewhere;
let refused: Elsewhere;
beforeAll(async () => {
  dropping = await elsewhere((socket) => socket.once('data', () => socket.destroy()));
  refused = await elsewhere();
  const answer = 'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n';
  blank = await elsewhere((socket) => socket.once('data', () => socket.end(answer)));
  app = await watch({ prelude: `${CLOCK}${LOADS_ELSEWHERE}${NOTES}` });
  await app.shows('404');
});
afterAll(async () => {
  expect(await app.stop(), app.stderr()).toBe(0);
  await Promise.all([dropping.close(), blank.close()]);
});

const kill = async () => {
  for (const id of await app.processes('renderer')) {
    try {
      process.kill(id, 'SIGKILL');
    } catch (error) {
      // It ended by itself meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};
/** What a page does that may be gone, or go with it: now, or not at all in the page that comes after it. */
const inPage = async (code: string) => {
  const latest = Date.now() + 300;
  await app.page(`if (Date.now() < ${latest}) ${code}`, 300).catch(() => undefined);
};
const reloadFrom = async (place: Elsewhere) => {
  await app.main(`void (globalThis.elsewhere = '${place.url('http')}')`);
  await app.main(`void electron.BrowserWindow.getAllWindows()[0]?.webContents.loadURL('app://shell/')`);
};

const FAULTS = {
  killed: kill,
  crashed: async () => {
    const newest = (await app.windows()).at(-1);
    await app.browser
      .send('Page.crash', {}, { sessionId: newest?.sessionId, timeout: 300 })
      .catch(() => undefined);
  },
  busy: () => inPage('void setTimeout(() => { const end = Date.now() + 500; while (Date.now() < end); })'),
  exception: () => inPage('void setTimeout(() => { throw new Error("thrown at random") })'),
  rejection: () => app.main('void Promise.reject(new Error("rejected at random"))'),
  refused: () => reloadFrom(refused),
  dropped: () => reloadFrom(dropping),
  'blank 503': () => reloadFrom(blank),
  'network back': () => app.main('void (globalThis.elsewhere = undefined)'),
  wakes: () => app.main(`void electron.powerMonitor.emit('resume')`),
};
type Name = keyof typeof FAULTS;

interface Step {
  fault: Name;
  afterMs: number;
}
const sequence: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    fault: fc.constantFrom(...(Object.keys(FAULTS) as Name[])),
    afterMs: fc.integer({ min: 0, max: 1_500 }),
  }),
  { minLength: 3, maxLength: 6 },
);
/** When the last fault happened: with each the wait for something painted begins anew. */
let lastFault = 0;

/** The longest time after a fault, in ms, in which `story` had nothing painted and no dialog. */
async function longestBlankIn(story: () => Promise<void>): Promise<number> {
  let longest = 0;
  let lastPainted = machineNow();
  let isOver = false;
  const look = async () => {
    if ((await app.isPainted()) || (await app.main<number>('globalThis.dialogs')) > 0)
      lastPainted = machineNow();
  };
  const watching = (async () => {
    while (!isOver) {
      // A picture of a page that is just being replaced never comes: the next is not to wait for it.
      look().catch(() => undefined);
      await pause(150);
      longest = Math.max(longest, machineNow() - Math.max(lastPainted, lastFault));
    }
  })();
  try {
    await story();
  } finally {
    isOver = true;
    await watching;
  }
  return longest;
}

/** Lets the faults happen, and what was broken be whole again. Resolves when the app is back. */
async function play(steps: readonly Step[]): Promise<void> {
  for (const { fault, afterMs } of steps) {
    await FAULTS[fault]();
    lastFault = machineNow();
    await pause(afterMs);
  }
  await app.main('void (globalThis.elsewhere = undefined)');
  await app.passTime(BUDGET.gpuWindowMs);
  // As the user does who comes back: the app, or the page with the button.
  const isBack = async () => (await app.text()).includes('This page could not be found.');
  await expect
    .poll(async () => {
      await inPage(`[...document.links].find((a) => a.textContent === 'Try again')?.click()`);
      // What was thrown last may show itself only now.
      if (!(await isBack())) return await app.text();
      await pause(500);
      return (await isBack()) ? 'the app' : await app.text();
    })
    .toBe('the app');
  await app.shows('404');
}

it.each(fc.sample(sequence, { seed: SEED, numRuns: SEQUENCES }).map((steps, at) => ({ at, steps })))(
  'sequence $at of random faults leaves something painted at all times, the process alive and the budget whole',
  async ({ steps }) => {
    const blankFor = await longestBlankIn(() => play(steps));
    const started = machineNow();
    await app.main(`electron.BrowserWindow.getAllWindows()[0].webContents.loadURL('app://shell/')`);
    await app.shows('404');
    const plain = machineNow() - started;
    console.log(
      `${steps.map(({ fault, afterMs }) => `${fault} ${afterMs}`).join(', ')}: blank for ${blankFor} ms, a plain load takes ${plain} ms`,
    );
    expect(blankFor / Math.max(plain, PLAIN)).toBeLessThan(MAX_BLANK / PLAIN);
    expect(app.process.exitCode).toBe(null);
    // What the sequence itself loaded does not count.
    const own = steps.filter(({ fault }) => ['refused', 'dropped', 'blank 503'].includes(fault)).length;
    const loads = await app.main<number[]>('globalThis.loads.splice(0)');
    for (const from of loads) {
      const within = loads.filter((at) => at >= from && at < from + BUDGET.windowMs);
      expect(within.length).toBeLessThanOrEqual(BUDGET.loads + own + 1);
    }
  },
);
