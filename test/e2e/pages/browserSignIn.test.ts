/** The guide's sign-in in the browser: its exact code completes only sign-ins that the same app began. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT, spawnApp } from '../../support/app.ts';
import { type FakeBrowser, fakeBrowser } from '../../support/browser.ts';
import { type Origin, startOrigin } from '../../support/origin.ts';
import { type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

let browser: FakeBrowser;
let app: Watched;
let server: Origin;
let code: string;
/** The challenge of each code that the web app has given out. */
const challenges = new Map<string, string>();
const tried: { code: string; isRight: boolean }[] = [];

beforeAll(async () => {
  browser = await fakeBrowser();
  server = await startOrigin(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const sent: { code: string; verifier: string } = JSON.parse(Buffer.concat(chunks).toString());
    const isRight =
      createHash('sha256').update(sent.verifier).digest('base64url') === challenges.get(sent.code);
    tried.push({ code: sent.code, isRight });
    response.writeHead(isRight ? 204 : 403).end();
  });
  const guide = await readFile(join(PROJECT, 'electron', 'tool', 'README.md'), 'utf8');
  const block = /```ts\n(const text.*?)```/s.exec(guide)?.[1] ?? '';
  code = `${stripTypeScriptTypes(block).replaceAll('export ', '')} Object.assign(globalThis, { begin, finish });`;
  app = await watch({
    settings: {
      origin: server.url,
      buildId: 'b1',
      proxy: ['/api/*'],
    },
    env: browser.env,
  });
  await app.shows('404');
});
afterAll(async () => {
  await app?.stop();
  await server?.close();
  await browser.remove();
});

/** Begins in the app, like a user. Resolves to the request to the web app. */
async function begin(): Promise<URLSearchParams> {
  const before = (await browser.opened()).length;
  await app.page(`{ ${code} } void 0`);
  await app.page(`void document.body.append(Object.assign(document.createElement('button'),
    { textContent: 'Browser', onclick: begin, style: 'position: fixed; inset: 0 auto auto 0; z-index: 9' }))`);
  await app.press('Browser');
  return new URL(await until('the browser', async () => (await browser.opened())[before])).searchParams;
}
/** Follows a link in the browser; its page then ends the sign-in. */
async function arrive(query: string): Promise<unknown> {
  await app.mark();
  const second = await spawnApp({ userData: app.userData, args: [`holdfast://open/signed-in?${query}`] });
  expect(await second.ended).toBe(0);
  await app.replaced();
  await app.shows('404');
  await app.page(`{ ${code} } void 0`);
  return await app.page('finish().then(({ status }) => status, String)');
}

it.runIf(process.platform === 'linux')('completes once what this app began', async () => {
  const asked = await begin();
  challenges.set('own', String(asked.get('challenge')));
  expect(await arrive(`code=own&state=${asked.get('state')}`)).toBe(204);
  expect(await arrive(`code=own&state=${asked.get('state')}`)).toMatch('did not start this sign-in');
  expect(tried).toEqual([{ code: 'own', isRight: true }]);
});

it.runIf(process.platform === 'linux')('completes nothing that somebody else began', async () => {
  tried.length = 0;
  challenges.set('evil', createHash('sha256').update('evil').digest('base64url'));
  expect(await arrive('code=evil&state=evil')).toMatch('did not start this sign-in');
  const asked = await begin();
  expect(await arrive('code=evil')).toMatch('did not start this sign-in');
  // Whoever has read the state still has no code for this app.
  expect(await arrive(`code=evil&state=${asked.get('state')}`)).toBe(403);
  expect(tried).toEqual([{ code: 'evil', isRight: false }]);
});
