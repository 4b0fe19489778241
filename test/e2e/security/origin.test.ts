/** What a server of the web app, or a link, cannot make of the app: its answers are data, whatever they say they are. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerDialogs, choose } from '../../support/menu.ts';
import { said, type Watched, watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
const ATTACK = 'globalThis.attacked = true; document.title = "attacked";';

let app: Watched;
let server: Server;
let other: Server;
let answer: RequestListener;
let userData: string;
const asked: string[] = [];
const addressOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;

/** The folder of a user whose app was an older version, which others could read. */
async function makeOldProfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-old-'));
  await mkdir(join(folder, 'images'));
  await writeFile(join(folder, 'images', 'A'.repeat(43)), 'old');
  for (const path of ['', 'images']) await chmod(join(folder, path), 0o755);
  await chmod(join(folder, 'images', 'A'.repeat(43)), 0o644);
  return folder;
}

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  other = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{"pageProps":{"of":"another server"}}');
  }).listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(other, 'listening')]);
  answer = (_, response) => response.end('{"pageProps":{}}');
  userData = await makeOldProfile();
  app = await watch({ userData, settings: { origin: addressOf(server), buildId: 'b1' } });
  await app.shows('404');
});
afterAll(async () => {
  expect(await app.stop()).toBe(0);
  for (const one of [server, other]) {
    one.closeAllConnections();
    one.close();
  }
  await rm(userData, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(() => {
  asked.length = 0;
});

interface Seen {
  status: number;
  type: string | null;
  told: string | null;
  saved: boolean;
  text: string;
}
/** Asks for page data as the app's pages do. */
const ask = (name: string, headers = { 'x-nextjs-data': '1' }) =>
  app.page<Seen>(`fetch('/_next/data/b1/${name}.json', { headers: ${JSON.stringify(headers)} }).then(async (answer) => ({
    status: answer.status,
    type: answer.headers.get('content-type'),
    told: answer.headers.get('x-holdfast-status'),
    saved: answer.headers.has('x-holdfast-saved-at'),
    text: await answer.text(),
  }))`);
/** Opens an address of the app in its window. Resolves when the page that was there is gone. */
async function open(path: string): Promise<void> {
  await app.mark();
  await app.page(`void setTimeout(() => location.assign(${JSON.stringify(path)}))`);
  await app.replaced();
}

it('page data that says it is a script or a document is neither', async () => {
  answer = (request, response) => {
    const isScript = request.url?.includes('script');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? ATTACK : '<script src="/_next/data/b1/script.json"></script>');
  };
  expect((await ask('document')).type).toBe('text/plain; charset=utf-8');
  const failed = await app.page(`new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { src: '/_next/data/b1/script.json' });
    script.onload = () => resolve('loaded');
    script.onerror = () => resolve('refused');
    document.body.append(script);
  })`);
  expect(failed).toBe('refused');
  // As a deep link does.
  await open('/_next/data/b1/document.json');
  await app.shows('404', 'This page could not be found.');
  expect(await app.page('[document.title, "attacked" in globalThis]')).toEqual([
    '404: This page could not be found',
    false,
  ]);
});

it('page data follows no redirect to another server of this machine', async () => {
  answer = (_, response) => response.writeHead(302, { location: `${addressOf(other)}/secret` }).end();
  const seen = await ask('moved');
  expect(seen).toMatchObject({ status: 302, saved: false, text: '' });
  expect(asked).toEqual([]);
});

it.each([422, 451, 499, 508, 520, 600, 999])(
  'an answer with status %i is an answer, with odd words too',
  async (status) => {
    answer = (_, response) => response.writeHead(status, 'N\xf6 w\xe4y').end('{}');
    const seen = await ask(`status-${status}`);
    expect(status > 599 ? seen.status : Number(seen.told)).toBe(status > 599 ? 502 : status);
    expect(await app.text()).toContain('This page could not be found.');
    expect(app.stderr()).not.toMatch(/Error|FATAL/);
  },
);

it('what is saved can be read by this user only, also in a folder of an older version', async () => {
  answer = (_, response) => response.end('{"pageProps":{}}');
  await ask('kept');
  const query = new URLSearchParams({ url: '/logo.png', w: '640', q: '75' });
  answer = (_, response) => response.end(PNG);
  await app.page(`fetch('/_next/image?${query}').then((answer) => answer.status)`);
  const ofUser = async (path: string) => (await stat(join(userData, path))).mode & 0o777;
  expect(await ofUser('')).toBe(0o700);
  for (const folder of ['page-data', 'images']) {
    await until(
      `what is saved in ${folder}`,
      async () => (await readdir(join(userData, folder))).length > 1 || folder === 'page-data',
    );
    for (const name of await readdir(join(userData, folder), { recursive: true })) {
      const path = join(folder, name);
      const isFolder = (await stat(join(userData, path))).isDirectory();
      expect([path, await ofUser(path)]).toEqual([path, isFolder ? 0o700 : 0o600]);
    }
  }
});

it('everything saved is forgotten by one call, and by one item of the menu', async () => {
  const files = async () =>
    (
      await Promise.all(
        ['page-data', 'images'].map((name) =>
          readdir(join(userData, name), { recursive: true, withFileTypes: true }),
        ),
      )
    )
      .flat()
      .filter((one) => one.isFile());
  answer = (_, response) => response.end('{"pageProps":{}}');
  await ask('forgotten');
  expect((await files()).length).toBeGreaterThan(0);
  await app.page('holdfast.forget()');
  expect(await files()).toEqual([]);
  await ask('again');
  expect((await files()).length).toBe(1);
  await answerDialogs(app, 'Forget');
  await app.mark();
  await choose(app, 'forget-saved');
  await app.replaced();
  expect(await files()).toEqual([]);
});

it('a link to a file opens no Save dialog, and a page is shown', async () => {
  await app.main(`void electron.session.defaultSession.on('will-download', (event, item) => {
    globalThis.downloads = [...(globalThis.downloads ?? []), [item.getURL(), event.defaultPrevented]];
  })`);
  answer = (_, response) => response.end(PNG);
  const query = new URLSearchParams({ url: '/logo.png', w: '640', q: '75' });
  await open(`/_next/image?${query}`);
  await app.shows('404', 'This page could not be found.');
  expect(await app.main('globalThis.downloads ?? []')).toEqual([]);
  // Nobody clicks on this one.
  await app.page(`void Object.assign(document.createElement('a'),
    { href: URL.createObjectURL(new Blob(['x'])), download: 'x.txt' }).click()`);
  await said(app, /(A download was refused)/);
  expect(await app.main('globalThis.downloads')).toEqual([[expect.stringMatching(/^blob:app/), true]]);
});

it('WebRTC sends no datagram past the content security policy', async () => {
  const udp = createSocket('udp4');
  let datagrams = 0;
  udp.on('message', () => datagrams++).bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const port = udp.address().port;
  const servers = [
    { urls: `stun:127.0.0.1:${port}` },
    { urls: `turn:127.0.0.1:${port}?transport=udp`, username: 'a', credential: 'b' },
  ];
  const state = await app.page(
    `(async () => {
    const Peer = globalThis.RTCPeerConnection;
    if (!Peer) return 'none';
    const peer = new Peer({ iceServers: ${JSON.stringify(servers)} });
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
    return await new Promise((resolve) => {
      const look = () => peer.iceGatheringState === 'complete' && resolve('complete');
      peer.onicegatheringstatechange = look;
      look();
    });
  })()`,
    60_000,
  );
  udp.close();
  expect([state, datagrams]).toEqual(['complete', 0]);
});
