/** Two starts at once, often enough for both to get Electron's lock: it gives it to both in about 1 of 20 pairs. */
import { expect, it } from 'vitest';
import { fileFolder } from '../../electron/testFolder.ts';
import { startTwo } from '../../support/instances.ts';
import { lacks } from '../../support/lacks.ts';

const userData = fileFolder();

it.skipIf(lacks('/proc'))('two starts at once leave one app, 20 times', async () => {
  for (let pair = 1; pair <= 20; pair++) await startTwo(userData);
  expect.assertions(20);
});
