/**
 * Faults of every kind for minutes, or for hours with `HOLDFAST_SOAK_MINUTES=115`, in a seeded random order: the display
 * always shows something in the window, the app's page always comes back, and its resources do not grow. Prints a line of
 * figures each minute.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DURATIONS } from '../../../electron/shared/limitValues/durations.ts';
import { ELECTRON, spawnApp } from '../../support/app.ts';
import { copyApp } from '../../support/brokenApp.ts';
import { hasPicture, isSeenOnDisplay } from '../../support/display.ts';
import { startEnvelopeServer } from '../../support/envelopeServer.ts';
import { addPrelude, killNetwork, type Watched, watch } from '../../support/recovery.ts';
import { ANSWERS_DIALOGS, makeSoakApp } from '../../support/soak/app.ts';
import { type Figures, grown, HEAP, line, measure } from '../../support/soak/figures.ts';
import { startSoakServer } from '../../support/soak/server.ts';

const SEED = 20_261_124;
const MINUTES = Number(process.env.HOLDFAST_SOAK_MINUTES ?? 2);
/** Milliseconds between two samples: at least twelve samples, and at most one a minute. */
const SAMPLE_MS = Math.min(60_000, (MINUTES * 60_000) / 12);
/** Milliseconds in which the page must be back after a fault: recovery loads a page that ended three times a minute by itself. */
const BACK_MS = 120_000;
/** Milliseconds without a crash of the graphics process: three within ten minutes lead to safe mode. */
const GRAPHICS_MS = 360_000;
/**
 * Milliseconds after a fault for which the window may show nothing. A plain load takes a quarter of a second, and a busy
 * machine many times that.
 */
const BLANK_MS = 10_000;
const WINDOW = 'electron.BrowserWindow.getAllWindows()[0]';
/** Paths of the page's faults: a path that the server never saw is a fault that never happened. */
const PATHS = ['never', 'stalls', 'events', 'slow', 'resets', 'empty'].map((name) => `/api/${name}`);

let app: Watched;

/** Numbers from 0 up to 1, the same in every run (Lehmer's generator). */
let last = SEED;
const random = () => {
  last = (last * 48_271) % 2_147_483_647;
  return last / 2_147_483_647;
};

/** In a page that may be gone, or end by it. */
const inPage = (code: string) => app.page(`void (${code})`, 1_000).catch(() => undefined);
const press = () =>
  app.main(`(() => { for (const type of ['keyDown', 'char', 'keyUp'])
    ${WINDOW}?.webContents.sendInputEvent({ type, keyCode: 'a' }); })()`);
const wake = () => app.main(`void electron.powerMonitor.emit('resume')`);
async function kill(kind: 'renderer' | 'GPU', signal: NodeJS.Signals): Promise<void> {
  for (const id of await app.processes(kind)) {
    try {
      process.kill(id, signal);
    } catch (error) {
      // It ended by itself meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
async function startAgain(...args: string[]): Promise<void> {
  const second = await spawnApp({ app: built.folder, userData: app.userData, args });
  expect(await second.ended, second.stderr()).toBe(0);
}
async function typeAndGo(): Promise<void> {
  await inPage('guards()');
  await press();
  await app.main(`void (globalThis.wanted = /^(${random() < 0.5 ? 'Stay' : 'Leave'}|Reload|Try again)$/)`);
  await inPage(`location.assign('/elsewhere')`);
  await pause(2_000);
  await app.main('void (globalThis.wanted = /^(Leave|Reload|Try again)$/)');
}
let graphicsAt = Number.NEGATIVE_INFINITY;

const FAULTS: Record<string, () => Promise<unknown>> = {
  'page killed': () => kill('renderer', 'SIGKILL'),
  'page crashed': () => kill('renderer', 'SIGSEGV'),
  'page hangs': async () => {
    await inPage('setTimeout(() => { for (;;); })');
    // Chromium itself notices no hang while a DevTools client is attached.
    await wake();
  },
  'page throws': () => inPage(`setTimeout(() => { throw new Error('thrown in the soak'); })`),
  'graphics killed': async () => {
    if (performance.now() - graphicsAt < GRAPHICS_MS) return;
    graphicsAt = performance.now();
    await kill('GPU', 'SIGKILL');
  },
  // Before, Electron's net module fails for good once the process has ended (electron/electron#49887).
  ...(ELECTRON >= 41 && { 'network killed': () => killNetwork(app) }),
  'server away': async () => {
    await server.stop();
    await inPage(`asks('/api/away')`);
    await pause(2_000);
    await server.start();
  },
  offline: async () => {
    await app.main('electron.session.defaultSession.enableNetworkEmulation({ offline: true })');
    await inPage(`asks('/api/offline')`);
    await pause(2_000);
    await app.main('electron.session.defaultSession.disableNetworkEmulation()');
  },
  aborted: () => inPage('aborts()'),
  unanswered: () => inPage('leaves()'),
  'upload reset': () => inPage('resets()'),
  'empty bodies': () => inPage('empties()'),
  reload: () => inPage('location.reload()'),
  'wakes up': wake,
  'typed text': typeAndGo,
  'main rejects': () => app.main(`void Promise.reject(new Error('rejected in the soak'))`),
  'second start': () => startAgain(),
  'deep link': () => startAgain(`holdfast://open/linked?${Math.floor(random() * 1e6)}`),
};

let faultAt = 0;
let seenAt = 0;
/** The longest time after a fault for which the window showed nothing. */
let blankFor = 0;
async function look(place: Electron.Rectangle): Promise<void> {
  const isSeen = await (hasPicture ? isSeenOnDisplay(place) : app.isPainted());
  if (isSeen) seenAt = performance.now();
  blankFor = Math.max(blankFor, performance.now() - Math.max(seenAt, faultAt));
}

/** Waits until the app's page is back, acting like the user: a press, and Try again. */
async function comeBack(after: string): Promise<void> {
  const end = performance.now() + BACK_MS;
  let seen = '';
  while (performance.now() < end) {
    seen = await app.text();
    if (seen.includes('The soak')) return;
    await press();
    await inPage(
      `[...document.querySelectorAll('a[href], button')].find((a) => /^Try (again|now)$/.test(a.textContent))?.click()`,
    );
    await pause(1_000);
  }
  throw new Error(`After "${after}" the page did not come back. The window shows:\n${seen}\n${app.stderr()}`);
}

/** The app's resources at rest, on a page that has requested only its first answer. */
async function sample(): Promise<Figures> {
  await app.replacedBy(() =>
    app.main(`void ${WINDOW}.webContents.executeJavaScript('location.assign("/")', true)`),
  );
  await comeBack('a new page');
  // Earlier pages' requests end with them.
  for (let waits = 0; waits < 50 && server.open().length > 0; waits += 1) await pause(100);
  await app.main(HEAP);
  await pause(2_000);
  const heap = await app.main<number>(HEAP);
  const main = app.process.pid ?? 0;
  const held = server.open();
  if (held.length > 0) console.log(`still open: ${held.join(', ')}`);
  return { ...measure(main, app.userData), heap, connections: server.connections(), requests: held.length };
}

const [ingest, server, built] = await Promise.all([startEnvelopeServer(), startSoakServer(), copyApp()]);
await makeSoakApp(server.origin)(built.folder);
await addPrelude(built.folder, ANSWERS_DIALOGS);

it.runIf(process.platform === 'linux')(
  `${MINUTES} minutes of faults (seed ${SEED}) leave nothing behind: memory, files, connections, processes`,
  async () => {
    app = await watch({
      app: built.folder,
      durations: {
        commitMs: DURATIONS.commitMs,
        pingMs: DURATIONS.pingMs,
        readyMs: DURATIONS.readyMs,
        leaveMs: DURATIONS.readyMs,
      },
      ingest,
    });
    await app.shows('The soak');
    const place = await app.main<Electron.Rectangle>(`${WINDOW}.getContentBounds()`);
    // A page that is being replaced never answers.
    const looking = setInterval(() => look(place).catch(() => undefined), 200);
    const happened: Record<string, number> = {};
    const happen = async (name: string) => {
      happened[name] = (happened[name] ?? 0) + 1;
      await FAULTS[name]?.();
      faultAt = performance.now();
      await pause(500 + 2_500 * random());
      await comeBack(name);
      // Only figures matter; hours of envelopes would fill this process.
      ingest.taken.length = 0;
    };
    // Once each, so that a first use's loading does not count as growth.
    for (const name of Object.keys(FAULTS)) await happen(name);
    const names = Object.keys(FAULTS);
    const samples: Figures[] = [];
    const start = performance.now();
    while (performance.now() - start < MINUTES * 60_000) {
      const due = start + (samples.length + 1) * SAMPLE_MS;
      while (performance.now() < due) await happen(names[Math.floor(random() * names.length)] ?? '');
      samples.push(await sample());
      const minute = (performance.now() - start) / 60_000;
      const figures = samples.at(-1);
      if (figures) console.log(`${minute.toFixed(1).padStart(5)} min  ${line(figures)}`);
    }
    clearInterval(looking);
    console.log(`blank for ${Math.round(blankFor)} ms at most`);
    console.log(
      `faults: ${Object.entries(happened)
        .map(([name, times]) => `${name} ${times}`)
        .join(', ')}`,
    );
    const requests = Object.entries(server.seen);
    console.log(`requests: ${requests.map(([path, times]) => `${path} ${times}`).join(', ')}`);
    expect(Object.keys(server.seen)).toEqual(expect.arrayContaining(PATHS));
    expect(blankFor).toBeLessThan(BLANK_MS);
    expect(grown(samples)).toEqual([]);
    expect(samples.filter(({ requests }) => requests > 0)).toEqual([]);
    expect(await app.stop(), app.stderr()).toBe(0);
  },
  MINUTES * 60_000 + 900_000,
);
