/** What the web app's server, or a link, cannot do to the app: its answers are data, whatever they claim. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { lineSays, pressInLine } from '../../support/line.ts';
import { answerDialogs, choose } from '../../support/menu.ts';
import { withStun } from '../../support/stun.ts';
import { until } from '../../support/until.ts';
import { NOT_FOUND } from '../../support/words.ts';
import type { Checks, MatrixApp } from './app.ts';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
const ATTACK = 'globalThis.attacked = true; document.title = "attacked";';

interface Seen {
  status: number;
  type: string | null;
  told: string | null;
  saved: boolean;
  text: string;
}
/** Requests page data like the app's pages. */
const ask = (app: MatrixApp, name: string) =>
  app.page<Seen>(`fetch('/_next/data/b1/${name}.json', { headers: { 'x-nextjs-data': '1' } }).then(async (answer) => ({
    status: answer.status,
    type: answer.headers.get('content-type'),
    told: answer.headers.get('x-holdfast-status'),
    saved: answer.headers.has('x-holdfast-saved-at'),
    text: await answer.text(),
  }))`);
/** Opens an address of the app in its window. Resolves when the previous page is gone. */
async function open(app: MatrixApp, path: string): Promise<void> {
  await app.mark();
  await app.page(`void setTimeout(() => location.assign(${JSON.stringify(path)}))`);
  await app.replaced();
}

export const ORIGIN: Checks = {
  'page data that claims to be a script or a document is neither': async (app) => {
    app.answer = (request, response) => {
      const isScript = request.url?.includes('script');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? ATTACK : '<script src="/_next/data/b1/script.json"></script>');
    };
    expect((await ask(app, 'document')).type).toBe('text/plain; charset=utf-8');
    const failed = await app.page(`new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { src: '/_next/data/b1/script.json' });
    script.onload = () => resolve('loaded');
    script.onerror = () => resolve('refused');
    document.body.append(script);
  })`);
    expect(failed).toBe('refused');
    // As a deep link does.
    await open(app, '/_next/data/b1/document.json');
    await app.shows('404', `${NOT_FOUND}.`);
    expect(await app.page('[document.title, "attacked" in globalThis]')).toEqual([
      `404: ${NOT_FOUND}`,
      false,
    ]);
  },

  'page data follows no redirect to another server of this machine': async (app) => {
    app.answer = (_, response) =>
      response.writeHead(302, { location: `${app.outside('other')}/_next/data/b1/secret.json` }).end();
    const seen = await ask(app, 'moved');
    expect(seen).toMatchObject({ status: 302, saved: false, text: '' });
    expect(app.asked).toEqual([]);
  },

  'an answer with any status is an answer, even with an odd reason phrase': async (app) => {
    const before = app.stderr().length;
    for (const status of [422, 451, 499, 508, 520, 600, 999]) {
      app.answer = (_, response) => response.writeHead(status, 'N\xf6 w\xe4y').end('{}');
      const seen = await ask(app, `status-${status}`);
      expect(status > 599 ? seen.status : Number(seen.told)).toBe(status > 599 ? 502 : status);
    }
    expect(await app.text()).toContain(`${NOT_FOUND}.`);
    expect(app.stderr().slice(before)).not.toMatch(/Error|FATAL/);
  },

  'only this user can read saved data, even in a folder of an older version': async (app) => {
    app.answer = (_, response) => response.end('{"pageProps":{}}');
    await ask(app, 'kept');
    const query = new URLSearchParams({ url: '/logo.png', w: '640', q: '75' });
    app.answer = (_, response) => response.setHeader('content-type', 'image/png').end(PNG);
    await app.page(`fetch('/_next/image?${query}').then((answer) => answer.status)`);
    const ofUser = async (path: string) => (await stat(join(app.userData, path))).mode & 0o777;
    expect(await ofUser('')).toBe(0o700);
    for (const folder of ['page-data', 'images']) {
      await until(
        `what is saved in ${folder}`,
        async () => (await readdir(join(app.userData, folder))).length > 1 || folder === 'page-data',
      );
      for (const name of await readdir(join(app.userData, folder), { recursive: true })) {
        const path = join(folder, name);
        const isFolder = (await stat(join(app.userData, path))).isDirectory();
        expect([path, await ofUser(path)]).toEqual([path, isFolder ? 0o700 : 0o600]);
      }
    }
  },

  'one call, and one menu item, forgets everything saved': async (app) => {
    const files = async () =>
      (
        await Promise.all(
          ['page-data', 'images'].map((name) =>
            readdir(join(app.userData, name), { recursive: true, withFileTypes: true }),
          ),
        )
      )
        .flat()
        .filter((one) => one.isFile());
    app.answer = (_, response) => response.end('{"pageProps":{}}');
    await ask(app, 'forgotten');
    expect((await files()).length).toBeGreaterThan(0);
    await app.mark();
    await app.page('void holdfast.signOut()');
    await app.replaced();
    expect(await files()).toEqual([]);
    await ask(app, 'again');
    expect((await files()).length).toBe(1);
    await answerDialogs(app, 'Delete');
    await app.mark();
    await choose(app, 'forget-saved');
    await app.replaced();
    expect(await files()).toEqual([]);
  },

  'a link to a file opens no Save dialog, and a page is shown': async (app) => {
    await app.main(`void electron.session.defaultSession.on('will-download', (event, item) => {
    globalThis.downloads = [...(globalThis.downloads ?? []), [item.getURL(), item.isPaused()]];
    // Otherwise a dialog would ask where.
    if (!item.isPaused()) item.cancel();
  })`);
    app.answer = (_, response) => response.setHeader('content-type', 'image/png').end(PNG);
    const query = new URLSearchParams({ url: '/logo.png', w: '640', q: '75' });
    await open(app, `/_next/image?${query}`);
    await app.shows('404', `${NOT_FOUND}.`);
    expect(await app.main('globalThis.downloads ?? []')).toEqual([]);
    // Nobody clicks on this one.
    await app.page(`void Object.assign(document.createElement('a'),
    { href: URL.createObjectURL(new Blob(['x'])), download: 'x.txt' }).click()`);
    await until('the download', () => app.main('globalThis.downloads'));
    expect(await app.main('globalThis.downloads')).toEqual([[expect.stringMatching(/^blob:app/), true]]);
    // The window asks first.
    await lineSays(app, en.dialogs.download.wants.replace('{files}', 'x.txt'));
    await pressInLine(app, en.dialogs.cancel);
  },

  'WebRTC sends no datagram past the content security policy': (app) =>
    withStun(app, async (datagrams, done) => {
      expect([await done(), datagrams()]).toEqual(['complete', 0]);
    }),

  'no name is looked up because a page hints at it': async (app) => {
    const log = join(app.userData, 'net-log.json');
    await app.main('electron.session.defaultSession.netLog.stopLogging().catch(() => undefined)');
    await app.main(`electron.session.defaultSession.netLog.startLogging(${JSON.stringify(log)})`);
    // Chromium follows hints when idle. These names are this machine, so no server is asked.
    for (let at = 0; at < 20; at++) {
      await app.page(`(() => {
        const link = Object.assign(document.createElement('link'), { rel: 'dns-prefetch', href: '//secret-${at}.localhost' });
        document.head.append(link);
        return new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));
      })()`);
    }
    await app.main(
      `electron.session.defaultSession.resolveHost('asked-last.localhost').catch(() => undefined)`,
    );
    await app.main('electron.session.defaultSession.netLog.stopLogging()');
    const seen = await readFile(log, 'utf8');
    expect(seen).toContain('asked-last.localhost');
    expect(seen.match(/secret-\d+/g)).toBeNull();
  },

  'no server sees a certificate of the user': async (app) => {
    const shown = await app.main(`(() => {
      const shown = [];
      let isPrevented = false;
      const event = { preventDefault() { isPrevented = true; } };
      const [contents] = electron.webContents.getAllWebContents();
      const choose = (certificate) => shown.push(certificate ?? 'none');
      electron.app.emit('select-client-certificate', event, contents, 'https://example.com/', [{}, {}], choose);
      return { shown, isPrevented };
    })()`);
    expect(shown).toEqual({ shown: ['none'], isPrevented: true });
  },
};
