/**
 * Random sequences of real faults, seeded: in any order, the X display shows something in the window, the process
 * lives, and the budget of loads holds.
 */
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DURATIONS } from '../../../electron/shared/durations.ts';
import { BUDGET } from '../../../electron/shell/recovery/budget.policy.ts';
import type { AppCopy } from '../../support/brokenApp.ts';
import { hasPicture, isSeenOnDisplay } from '../../support/display.ts';
import { type Elsewhere, elsewhere, LOADS_ELSEWHERE } from '../../support/elsewhere.ts';
import { type EnvelopeServer, startEnvelopeServer } from '../../support/envelopeServer.ts';
import { copyFailingApp } from '../../support/failingApp.ts';
import { machineNow } from '../../support/machineNow.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { addPrelude, type Watched, watch } from '../../support/recovery.ts';

const SEED = 20_261_121;
/** `HOLDFAST_SEQUENCES=100` runs a hundred. */
const RUNS = Number(process.env.HOLDFAST_SEQUENCES ?? 4);
/** Milliseconds that the window may show nothing; a plain load takes PLAIN of them. */
const MAX_BLANK = 2_000;
const PLAIN = 250;
const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
const APP = /The start page|The server said yes|Whole again/;
/** Milliseconds for which a hostile page stays broken. */
const BROKEN_MS = 6_000;
const READY_MS = 4_000;

/**
 * Notes each load that main orders, and answers each dialog after a second: with Reload, Leave or Later if there is
 * one.
 */
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
  electron.dialog.showMessageBox = (...args) => {
    globalThis.dialogs++;
    const chosen = args.at(-1).buttons.findIndex((button) => /^(Reload|Leave|Later|Try again)$/.test(button));
    return new Promise((resolve) => setTimeout(() => {
      globalThis.dialogs--;
      resolve({ response: Math.max(chosen, 0), checkboxChecked: false });
    }, 1000));
  };
`;

let built: AppCopy;
let app: Watched;
let ingest: EnvelopeServer;
let origin: Origin;
/** How the server of page data answers now. */
let status = 200;
let dropping: Elsewhere;
let blank: Elsewhere;
let refused: Elsewhere;
const start = () =>
  watch({
    app: built.folder,
    ingest,
    durations: { loopMs: DURATIONS.loopMs, pingMs: DURATIONS.pingMs, readyMs: READY_MS, leaveMs: READY_MS },
    settings: { origin: origin.url, buildId: 'b1' },
  });

const kill = async (kind: 'renderer' | 'GPU') => {
  for (const id of await app.processes(kind)) {
    try {
      process.kill(id, 'SIGKILL');
    } catch (error) {
      // It ended by itself meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};
const press = () =>
  app.main(`(() => { for (const type of ['keyDown', 'keyUp'])
    ${WINDOW}?.webContents.sendInputEvent({ type, keyCode: 'a' }); })()`);
/** An action of a page that may be gone, or end by it: now, or never in the page after it. */
const inPage = async (code: string) => {
  const latest = Date.now() + 300;
  await app.page(`if (Date.now() < ${latest}) ${code}`, 300).catch(() => undefined);
};
const reloadFrom = async (place: Elsewhere) => {
  await app.main(`void (globalThis.elsewhere = '${place.url('http')}')`);
  await app.main(`void ${WINDOW}?.webContents.loadURL('app://shell/')`);
};

/** When the last page is intact again. */
let wholeAt = 0;
const goBroken = async (path: string) => {
  wholeAt = Date.now() + BROKEN_MS;
  await inPage(`location.assign('${path}?until=${wholeAt}')`);
};

const FAULTS = {
  killed: () => kill('renderer'),
  'graphics killed': () => kill('GPU'),
  crashed: async () => {
    const newest = (await app.windows()).at(-1);
    await app.browser
      .send('Page.crash', {}, { sessionId: newest?.sessionId, timeout: 300 })
      .catch(() => undefined);
  },
  busy: () => inPage('void setTimeout(() => { const end = Date.now() + 500; while (Date.now() < end); })'),
  hangs: async () => {
    await inPage('void setTimeout(() => { for (;;); })');
    await FAULTS.wakes();
  },
  exception: () => inPage('void setTimeout(() => { throw new Error("thrown at random") })'),
  rejection: () => app.main('void Promise.reject(new Error("rejected at random"))'),
  refused: () => reloadFrom(refused),
  dropped: () => reloadFrom(dropping),
  'blank 503': () => reloadFrom(blank),
  'data 503': () => {
    status = 503;
    return inPage(`location.assign('/data?' + Date.now())`);
  },
  offline: async () => {
    await app.main('electron.session.defaultSession.enableNetworkEmulation({ offline: true })');
    await reloadFrom(refused);
  },
  'network back': async () => {
    status = 200;
    await app.main('void (globalThis.elsewhere = undefined)');
    await app.main('electron.session.defaultSession.disableNetworkEmulation()');
  },
  loops: () => goBroken('/again'),
  'never ready': () => goBroken('/busy'),
  blank: () => goBroken('/nothing'),
  guarded: async () => {
    await inPage(`addEventListener('beforeunload', (event) => event.preventDefault())`);
    await press();
  },
  wakes: () => app.main(`void electron.powerMonitor.emit('resume')`),
};
type Name = keyof typeof FAULTS;
/** Milliseconds until main can notice faults that the user sees at once: nothing is painted, or it hangs. */
const NOTICED_MS: Partial<Record<Name, number>> = {
  hangs: DURATIONS.pingMs,
  blank: DURATIONS.lookMs + DURATIONS.signMs,
  'never ready': READY_MS + DURATIONS.signMs,
};
/** Faults that load something themselves. */
const LOADING: readonly Name[] = ['refused', 'dropped', 'blank 503', 'offline'];
/** Steps that are not faults by themselves. */
const QUIET: readonly Name[] = ['busy', 'guarded', 'network back', 'wakes'];

interface Step {
  fault: Name;
  afterMs: number;
}
const sequence: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      fault: fc.constantFrom(...(Object.keys(FAULTS) as Name[])),
      afterMs: fc.integer({ min: 0, max: 1_500 }),
    }),
    { minLength: 3, maxLength: 6 },
    // After the graphics process ends for the third time Chromium may give up.
  )
  .filter((steps) => steps.filter(({ fault }) => fault === 'graphics killed').length < BUDGET.gpuCrashes);
/** When the last fault happened: with each one, the time without a paint starts again. */
let lastFault = 0;

/** The longest time after a fault, in ms, in which neither the window nor a dialog showed anything. */
async function longestBlankIn(story: () => Promise<void>): Promise<number> {
  let longest = 0;
  let lastPainted = machineNow();
  let isOver = false;
  const place = await app.main<Electron.Rectangle>(`${WINDOW}.getContentBounds()`);
  const isSeen = hasPicture ? () => isSeenOnDisplay(place) : app.isPainted;
  const look = async () => {
    if ((await isSeen()) || (await app.main<number>('globalThis.dialogs')) > 0) lastPainted = machineNow();
  };
  const watching = (async () => {
    while (!isOver) {
      // A page that is being replaced never answers: do not wait for it.
      look().catch(() => undefined);
      await pause(100);
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

/** Causes the faults, and repairs what was broken. Resolves when the app is back. */
async function play(steps: readonly Step[]): Promise<void> {
  for (const { fault, afterMs } of steps) {
    await FAULTS[fault]();
    lastFault = machineNow();
    await pause(afterMs);
  }
  await FAULTS['network back']();
  await app.passTime(BUDGET.gpuWindowMs);
  // Retrying before that would only use up the budget.
  await pause(Math.max(wholeAt - Date.now(), 0));
  // Like a returning user: the app, or the page with the button.
  const isBack = async () => APP.test(await app.text());
  await expect
    .poll(async () => {
      // Main then notices a page that hangs after its last look.
      await press();
      await inPage(
        `[...document.querySelectorAll('a[href], button')].find((a) => /^Try (again|now)$/.test(a.textContent))?.click()`,
      );
      // The last exception may only show itself now.
      if (!(await isBack())) return await app.text();
      await pause(500);
      return (await isBack()) ? 'the app' : await app.text();
    })
    .toBe('the app');
  await app.shows(APP);
}

beforeAll(async () => {
  ingest = await startEnvelopeServer();
  built = await copyFailingApp();
  await addPrelude(built.folder, LOADS_ELSEWHERE + NOTES);
  origin = await startOrigin((_request, response) => {
    response.writeHead(status).end(JSON.stringify({ pageProps: { said: 'yes' } }));
  });
  dropping = await elsewhere((socket) => socket.once('data', () => socket.destroy()));
  refused = await elsewhere();
  const answer = 'HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n';
  blank = await elsewhere((socket) => socket.once('data', () => socket.end(answer)));
});
afterAll(async () => {
  await Promise.all([origin.close(), ingest.close(), dropping.close(), blank.close(), built.remove()]);
});
const all = fc.sample(sequence, { seed: SEED, numRuns: RUNS }).map((steps, at) => ({ at, steps }));
it.each(all)(
  `sequence $at (seed ${SEED}) of random faults always leaves something painted, the process alive and the budget intact`,
  async ({ steps }) => {
    const before = ingest.events().length;
    app = await start();
    await app.shows(APP);
    const blankFor = await longestBlankIn(() => play(steps));
    // A page that holds work would prevent main's load: the user leaves it by its own link.
    const isGuarded = steps.some(({ fault }) => fault === 'guarded');
    if (isGuarded) {
      await app.mark();
      await app.page(`void location.assign('/')`);
      await app.replaced();
      await app.shows('The start page');
    }
    const started = machineNow();
    await app.main(`${WINDOW}.webContents.loadURL('app://shell/')`);
    await app.shows('The start page');
    const plain = machineNow() - started;
    const loads = await app.main<number[]>('globalThis.loads');
    console.log(
      `${steps.map(({ fault, afterMs }) => `${fault} ${afterMs}`).join(', ')}: blank for ${blankFor} ms, ${loads.length} loads; a plain one takes ${plain} ms`,
    );
    const most = steps.reduce((sum, { fault }) => sum + (NOTICED_MS[fault] ?? 0), MAX_BLANK);
    expect(blankFor / Math.max(plain, PLAIN)).toBeLessThan(most / PLAIN);
    // The first and the last, the one of a guarded page, and those of the sequence itself, are none of recovery's.
    const own = 2 + Number(isGuarded) + steps.filter(({ fault }) => LOADING.includes(fault)).length;
    for (const from of loads) {
      const within = loads.filter((at) => at >= from && at < from + BUDGET.windowMs);
      expect(within.length).toBeLessThanOrEqual(BUDGET.loads + own);
    }
    expect(await app.stop(), app.stderr()).toBe(0);
    // At most one for each thing that happened. What ends a page may end the one that is loaded in its place too: each
    // process that crashes leaves a minidump.
    const events = ingest.events().slice(before);
    const crashed = new Set(
      events.map(({ contexts }) => contexts?.electron?.['crashpad.pid']).filter(Boolean),
    );
    const more = crashed.size - steps.filter(({ fault }) => fault === 'crashed').length;
    const told = events.map(({ tags }) => `${tags?.['fault.kind']} ${tags?.['fault.code']}`);
    console.log(`reports: ${told.join(', ')}`);
    expect(told.length, told.join(', ')).toBeLessThanOrEqual(
      steps.filter(({ fault }) => !QUIET.includes(fault)).length + Math.max(0, more),
    );
  },
);
