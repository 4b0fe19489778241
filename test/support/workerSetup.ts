/** Runs before each end-to-end file: sets the built app and the worker's display, and ends what the file leaves. */
import { afterAll, beforeEach, inject, vi } from 'vitest';
import { checkFaultTable } from './faultTable.ts';
import { endAll } from './leftovers.ts';

// app.ts reads these when it loads.
process.env.TEST_APP = inject('app');
process.env.TEST_RUN = inject('run');
process.env.TEST_PAGES_APP = inject('pagesApp');
const display = inject('displays')[Number(process.env.VITEST_POOL_ID) - 1];
if (display) {
  Object.assign(process.env, display.env);
  process.env.TEST_PICTURE = display.picture;
  delete process.env.WAYLAND_DISPLAY;
}
// The apps show English, whatever language the machine's user reads.
for (const name of Object.keys(process.env))
  if (/^(?:LANG|LANGUAGE|LC_\w+)$/.test(name)) delete process.env[name];
beforeEach(({ onTestFailed }) =>
  onTestFailed(async () => console.error(await (await import('./screens.ts')).screens())),
);
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads which fixtures a hook wants from this pattern.
afterAll(({}, file) => checkFaultTable(file));
async function end(): Promise<void> {
  vi.unstubAllEnvs();
  try {
    await endAll();
  } finally {
    for (const app of (await import('./app.ts')).running) app.process.kill('SIGKILL');
  }
}
// Also what a file has left that failed before its tests: its windows would cover those of this one.
await end().catch(console.error);
afterAll(end);
