import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { CONTENTS, click, pressKey, type } from '../../support/input.ts';
import { lineSays, pressInLine } from '../../support/line.ts';
import { choose } from '../../support/menu.ts';
import { html, PAGE, startOrigin, usual } from '../../support/origin.ts';
import { watch } from '../../support/recovery.ts';
import { until } from '../../support/until.ts';

const shop = await startOrigin(usual);
await shop.close();
const app = await watch({
  // The sign of waiting would be drawn anew all the time.
  args: ['--force-prefers-reduced-motion'],
  // Pauses grow with each failure within a minute. A page says after four seconds that it shows nothing.
  durations: {
    // A page of the shell stands long enough to be seen on a busy machine.
    ...{ retryMs: 2_000, retryMaxMs: 2_000 },
    ...{ readyMs: 45_000, leaveMs: 6_000, tellMs: 1_000, lookMs: 10_000 },
  },
  config: { web: { address: shop.url } },
  settings: { signInHosts: [`http://localhost:${shop.port}`] },
});
beforeEach(() => {
  shop.answer = usual;
});

const go = (path: string) => app.page(`void setTimeout(() => location.assign('${path}'))`);
const NEXT_TRY = /Reconnecting/;

/** Text of a gateway whose server does not answer, as of nginx 1.22. */
const GATEWAY =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n<!-- a padding to disable MSIE and Chrome friendly error page -->\r\n';

it('a server that does not run: the shell’s page, then its page by itself', async () => {
  await app.shows('ERR_CONNECTION_REFUSED', NEXT_TRY);
  await shop.listen();
  await app.shows('The shop at /');
});

it('after a link to a server that ended, the page of that link comes, at its fragment; Back leads to the page before', async () => {
  await shop.close();
  await go('/orders?x=1#two');
  await app.shows('ERR_CONNECTION_REFUSED', NEXT_TRY);
  await shop.listen();
  await app.shows('The shop at /orders?x=1');
  expect(await app.page('location.href')).toBe(`${shop.url}/orders?x=1#two`);
  await choose(app, 'back');
  await expect.poll(() => app.page('location.pathname').catch(String)).toBe('/');
});

it.each([401, 403, 404, 500, 503])('status %i with a page: that page', async (status) => {
  shop.answer = html(`<style>h1 { color: teal }</style>${PAGE(`status ${status}`)}`, status);
  await go(`/status/${status}`);
  await app.shows(`The shop at status ${status}`);
  expect(await app.page('location.origin')).toBe(shop.url);
});

const RAW: Record<string, RequestListener> = {
  'a 404 with nothing': html('', 404),
  'a gateway’s 502': html(GATEWAY, 502),
  'a 503 in plain text': (_request, response) =>
    void response
      .writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1' })
      .end('Service Unavailable'),
  'a 200 of white space': html('<!doctype html><title>Shop</title><body>  </body>'),
  'a connection that is reset': (request) => void request.socket.resetAndDestroy(),
  // Once: DevTools does not answer while a document is awaited, so nobody would see the page in its place.
  'an answer that never comes': (() => {
    let isFirst = true;
    return (request) => {
      if (!isFirst) request.socket.resetAndDestroy();
      isFirst = false;
    };
  })(),
  'an answer that breaks off': (_request, response) => {
    response.writeHead(200, { 'Content-Length': '1000' });
    response.write(' ');
    setTimeout(() => response.destroy(), 100);
  },
  'a page whose scripts a deployment removed': (request, response) =>
    request.url === '/gone.js'
      ? html('not here', 404)(request, response)
      : html(
          '<!doctype html><title>Shop</title><div id="root"></div><script src="/gone.js" type="module"></script>',
          200,
          {
            'Cache-Control': 'max-age=3600',
          },
        )(request, response),
};

it.each(Object.entries(RAW))('%s: the shell’s page, then the page by itself', async (_name, answer) => {
  const path = `/failing/${Object.values(RAW).indexOf(answer)}`;
  shop.answer = answer;
  await go(path);
  await app.shows('Try again');
  shop.answer = usual;
  await app.shows(`The shop at ${path}`);
});

it('a link whose answer is late: the page stays and says so; Escape and Stop end the load', async () => {
  await go('/before');
  await app.shows('The shop at /before');
  const held: Parameters<typeof usual>[] = [];
  shop.answer = (...exchange) => void held.push(exchange);
  await go('/late');
  await lineSays(app, en.pages.loading);
  await pressKey(app, 'Escape');
  await app.shows('The shop at /before');
  await until('the end of the request', () => held[0]?.[1].closed);
  await go('/late');
  await lineSays(app, en.pages.loading);
  await pressInLine(app, en.dialogs.stop);
  await until('the end of the request', () => held[1]?.[1].closed);
  await go('/late');
  await lineSays(app, en.pages.loading);
  await until('the request', () => held.length === 3);
  usual(...(held[2] as (typeof held)[0]));
  await app.shows('The shop at /late');
  expect(await app.main(`electron.BrowserWindow.getAllWindows()[0].contentView.children.length`)).toBe(0);
});

it('a page whose script is late, after a link: a sign of waiting, then the page', async () => {
  let send = () => undefined as unknown;
  shop.answer = (request, response) => {
    if (request.url === '/late.js') send = () => response.end(`document.body.textContent = 'The late page'`);
    else html('<!doctype html><title>Shop</title><body><script src="/late.js"></script>')(request, response);
  };
  await go('/late');
  await app.shows('Loading the page');
  send();
  await app.shows('The late page');
});

it('Back to the answer of a form, which is not sent again: the page at that address', async () => {
  const methods: unknown[] = [];
  shop.answer = (request, response) => {
    methods.push(`${request.method} ${request.url}`);
    if (request.url !== '/order') return usual(request, response);
    html(PAGE(`order by ${request.method}`), 200, { 'Cache-Control': 'no-store' })(request, response);
  };
  await go('/form');
  await app.shows('The shop at /form');
  await app.page(`void setTimeout(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/order' });
    document.body.append(form);
    form.submit();
  })`);
  await app.shows('order by POST');
  await go('/on');
  await app.shows('The shop at /on');
  const seen = `globalThis.seen = []; ${CONTENTS}.on('did-start-navigation', ({ url }) => seen.push(url));`;
  await app.main(`(() => { ${seen} })()`);
  await choose(app, 'back');
  await app.shows('order by GET');
  // At once: nothing has failed.
  expect(new Set(await app.main<string[]>('seen'))).toEqual(new Set([`${shop.url}/order`]));
  expect(methods.filter((one) => one === 'POST /order')).toHaveLength(1);
});

it('a form whose answer does not come stays, with what was typed', async () => {
  let isLost = true;
  let status = 0;
  shop.answer = (request, response) => {
    if (status && request.method === 'POST') return html(GATEWAY, status)(request, response);
    if (isLost && request.method === 'POST') return void request.socket.resetAndDestroy();
    const form = '<form method="post"><input name="note"><button>Send</button></form>';
    html(PAGE(`note by ${request.method}`, form))(request, response);
  };
  const { connectionLost, refused } = en.fault.load;
  const send = () => click(app, `document.querySelector('button')`);
  const kept = `[location.pathname, document.querySelector('input')?.value]`;
  const stays = async () => expect(await app.page(kept)).toEqual(['/note', 'typed']);
  await go('/note');
  await app.shows('note by GET');
  await app.page(`document.querySelector('input').focus()`);
  await type(app, 'typed');
  await until('the text', () => app.page(`document.querySelector('input').value === 'typed'`));
  await send();
  await app.shows(connectionLost.title);
  await stays();
  status = 504;
  await send();
  await app.shows(`504: ${en.fault.serverErrorHeading}`);
  await stays();
  status = 0;
  await shop.close();
  await send();
  await app.shows(refused.title);
  await stays();
  // A text without a button leaves the page its keys.
  await app.page('void (onkeydown = ({ key }) => (globalThis.pressed = key))');
  await pressKey(app, 'F6');
  await until('the key', () => app.page(`globalThis.pressed === 'F6'`));
  await shop.listen();
  isLost = false;
  await send();
  await app.shows('note by POST');
});

it('a page that is left while it loads ends its load late: the next page is not judged then', async () => {
  let endLoad = () => undefined as unknown;
  let finish = () => undefined as unknown;
  shop.answer = (request, response) => {
    if (request.url === '/held') endLoad = () => response.end();
    else if (request.url === '/busy') {
      const waits = `const held = new XMLHttpRequest(); held.open('GET', '/held', false); held.send()`;
      html(PAGE('busy', `<script>onload = () => { ${waits} }</script>`))(request, response);
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html' }).write('<!doctype html><title>Next</title>');
      finish = () => response.end(PAGE('the next page'));
    }
  };
  await go('/busy');
  await until('the busy page', () => shop.asked.includes('/held'));
  // Another process's, which the busy one does not hold up.
  await app.main(`void ${CONTENTS}.loadURL('http://localhost:${shop.port}/next').catch(() => 0)`);
  await until('the next page', () => app.main(`${CONTENTS}.mainFrame.url.endsWith('/next')`));
  const ended = app.main(
    `new Promise((resolve) => ${CONTENTS}.once('did-finish-load', resolve)).then(() => 0)`,
  );
  endLoad();
  // Chromium ends a page that is left after half a second, and then it says nothing.
  await Promise.race([ended, pause(1_000)]);
  finish();
  await app.shows('The shop at the next page');
  expect(shop.asked.filter((path) => path === '/next')).toHaveLength(1);
});
