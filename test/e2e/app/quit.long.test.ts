/** The end of an app that has just sent something: without any Holdfast code, so that only Electron can fail. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../electron/testFolder.ts';
import { spawnApp } from '../../support/app.ts';

/** Requests that V8 collects in the app's last moments. */
const MAIN = `
const { app, net } = require('electron');
const { getHeapSpaceStatistics, setFlagsFromString } = require('node:v8');
const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
app.whenReady().then(async () => {
  const server = require('node:http').createServer((_request, response) => response.end('ok'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const send = () => new Promise((resolve) => {
    const request = net.request('http://127.0.0.1:' + server.address().port);
    request.on('response', (response) => response.on('data', () => undefined).on('end', resolve)).end();
  });
  await send();
  setFlagsFromString('--expose-gc');
  const collect = require('node:vm').runInNewContext('gc');
  for (let i = 0; i < 2; i++) collect({ type: 'minor' });
  for (let i = 0; i < 4; i++) await send();
  server.close();
  setTimeout(() => app.quit(), 50);
});
app.on('quit', () => {
  const filling = [];
  // V8 wants to collect from 80 % on, and does in a task of its own.
  while (young().space_used_size < 0.44 * young().space_size) filling.push(new Array(50).fill(0));
});
`;
/** Without freeAtExit.cjs, 16 of 81 ends were a crash on Electron 33.2.1. */
const STARTS = 20;

it(`an app that has just sent something ends ${STARTS} times without a crash`, async () => {
  const app = testFolder();
  await writeFile(join(app, 'package.json'), '{ "name": "quit", "main": "main.cjs" }');
  await writeFile(join(app, 'main.cjs'), MAIN);
  const userData = join(app, 'userData');
  for (let start = 0; start < STARTS; start++) {
    const { ended, stderr } = await spawnApp({ app, userData });
    expect(await ended, stderr()).toBe(0);
  }
});
