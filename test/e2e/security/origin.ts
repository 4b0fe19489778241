/** What a link or a page cannot do to the app. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { lineSays, pressInLine } from '../../support/line.ts';
import { withStun } from '../../support/stun.ts';
import { until } from '../../support/until.ts';
import type { Checks } from './app.ts';

export const ORIGIN: Checks = {
  'only this user can read what is stored, even in a folder of an older version': async (app) => {
    expect((await stat(app.userData)).mode & 0o777).toBe(0o700);
  },

  'a link to a file opens no Save dialog': async (app) => {
    await app.main(`void electron.session.defaultSession.on('will-download', (event, item) => {
    globalThis.downloads = [...(globalThis.downloads ?? []), [item.getURL(), item.isPaused()]];
    // Otherwise a dialog would ask where.
    if (!item.isPaused()) item.cancel();
  })`);
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
