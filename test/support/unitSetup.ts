/** Runs before each file of unit tests: takes back what a test has set, and ends what the file leaves. */
import { afterAll, afterEach, vi } from 'vitest';
import { endAll } from './leftovers.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
afterAll(endAll);
