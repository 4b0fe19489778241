/** What pages load and reach: items 7, 18 and 20 of the matrix, and what no policy limits. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { withStun } from '../../support/stun.ts';
import { type Checks, openDiagnostics } from './app.ts';

const contents = 'electron.BrowserWindow.getAllWindows()[0].webContents';

export const CONTENT: Checks = {
  '7. a content security policy on every answer': async (app) => {
    const script = await app.page<string>('document.scripts[0].src');
    const others = '/ /nowhere /% /_next/data/b/x.json'.split(' ');
    const paths = [new URL(script).pathname, ...others];
    type Answers = [policy: string | null, sniffing: string | null][];
    const answers = await app.page<Answers>(`Promise.all(${JSON.stringify(paths)}.flatMap(
      (path) => ['GET', 'POST'].map(async (method) => {
        const { headers } = await fetch(path, { method });
        return [headers.get('content-security-policy'), headers.get('x-content-type-options')];
      })))`);
    expect(answers).toHaveLength(paths.length * 2);
    for (const [policy, sniffing] of answers) {
      expect(sniffing).toBe('nosniff');
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src app:\/\/shell\/_holdfast\/ 'wasm-unsafe-eval'(;|$)/);
      expect(policy).not.toMatch(/\*|https?:|'unsafe-eval'/);
    }
  },
  "7. a page of main's own shows pictures that it holds, such as a server's icon, and none of anybody else":
    async (app) => {
      const inPage = await openDiagnostics(app);
      const held = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
      const load = (src: string) =>
        inPage(`Object.assign(new Image(), { src: '${src}' }).decode().then(() => true, () => false)`);
      const server = `${app.outside('picture')}/picture`;
      const others = [server, 'app://shell/_holdfast/error.svg', 'file:///x.png'];
      expect(await Promise.all([held, ...others].map(load))).toEqual([true, false, false, false]);
      expect(app.asked).toEqual([]);
    },
  "7. the app's own look brings two rules with a nonce": async (app) => {
    const rules = await app.page<string[]>(`fetch('/nowhere', { headers: { accept: 'text/html' } })
      .then((answer) => answer.text())
      .then((html) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(/<style nonce="[\\w-]{36}">(.*?)<\\/style>/s.exec(html)[1]);
        return [...sheet.cssRules].map(({ selectorText, style }) => [selectorText, ...style].join(' '));
      })`);
    expect(rules).toEqual([
      'html .fault --accent --label --away --font',
      expect.stringMatching(/^\.fault-icon:has\(svg\)::before content display /),
    ]);
  },
  '7. what injected markup brings with it runs no script, leads nowhere and sends nothing out': async (
    app,
  ) => {
    const out = app.outside('markup');
    const relative = out.replace(/^http:|:\d+$/g, '');
    const scripts = (how: string) =>
      `<script>top.ran.push("${how}")</script><img src=x onerror='top.ran.push("${how} handler")'>`;
    const made = (how: string) => `data:text/html,${encodeURIComponent(scripts(how)).replaceAll("'", '%27')}`;
    const markup = [
      // Reads a value by its first letter, as any style sheet can, and has nowhere to send it.
      `<style>@import url(${out}/import); @import url(${relative}/import);
        @font-face { font-family: f; src: url(${out}/font) }
        input[value^=s] { background: url(${out}/s), url(${relative}/s); font-family: f; cursor: url(${out}/c), auto }</style>
        <input value=secret><svg><image href=${out}/svg /><filter id=f><feImage href=${out}/filter /></filter></svg>`,
      `<base href=${out}/><img src=relative><a href=link></a>`,
      `<link rel=stylesheet href=${out}/css><link rel=prefetch href=${out}/prefetch><link rel=icon href=${out}/icon>`,
      `<img src=${out}/a srcset="${out}/b 2x"><video src=${out}/v poster=${out}/p></video><audio src=${out}/m></audio>`,
      `<object data=${out}/o></object><object data="${made('an object')}"></object><embed src="${made('an embed')}">`,
      `<iframe src=${out}/f></iframe><iframe src=${relative}/f></iframe><iframe src="javascript:top.ran.push('an address')"></iframe>`,
      `<iframe src="${made('a data frame')}"></iframe><iframe srcdoc='${scripts('a srcdoc frame').replaceAll("'", '&#39;')}'></iframe>`,
      `<form action=${out}/form><button></button></form><form action="//markup.localhost/form"><button></button></form>`,
      `<meta http-equiv=refresh content="0; url=${made('a refresh')}"><script src=${out}/script></script>`,
      scripts('the page'),
    ];
    await app.page(`(async (markup) => {
      globalThis.ran = [];
      for (const html of markup) {
        const box = document.body.appendChild(document.createElement('div'));
        box.innerHTML = html;
        // As code that inserts markup as a fragment: scripts would run here.
        document.body.append(document.createRange().createContextualFragment(html));
        for (const button of box.querySelectorAll('button')) button.click();
        for (const frame of box.querySelectorAll('iframe')) frame.contentWindow.postMessage(0, '*');
      }
    })(${JSON.stringify(markup)})`);
    // Frames that the page makes from text: none may do more than the page, and none has the bridge.
    const blob = `URL.createObjectURL(new Blob([${JSON.stringify(scripts('a blob'))}], { type: 'text/html' }))`;
    await app.page(`(async () => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: ${blob} }));
      globalThis.opened = [open(${blob}), open('${made('a window')}'), open('about:blank')].filter(Boolean).length;
      setTimeout(() => location.assign(${blob}));
      setTimeout(() => location.assign('${made('the top')}'));
      const code = "try { importScripts('${out}/imported') } catch {} fetch('${out}/fetched').catch(() => 0).then(() => postMessage(typeof holdfast))";
      const workers = [URL.createObjectURL(new Blob([code])), 'data:text/javascript,' + encodeURIComponent(code)];
      await fetch('${out}/page').catch(() => 0);
      globalThis.told = await Promise.all(workers.map((one) => new Promise((done) => { new Worker(one).onmessage = ({ data }) => done(data); })));
    })()`);
    expect(await app.page('[ran, opened, told]')).toEqual([[], 0, ['undefined', 'undefined']]);
    // A load that begins now comes after all of these.
    const last = `new Promise((done) => Object.assign(new Image(), { onerror: done, onload: done }).src = '/last.png')`;
    await app.page(`${last}.then(() => 1)`);
    expect(await app.page('ran')).toEqual([]);
    expect(app.asked).toEqual([]);
    expect(await app.main(`${contents}.getURL()`)).toBe('app://shell/');
    expect(await app.windows()).toHaveLength(1);
  },
  '18. a scheme of its own, never file://': async (app) => {
    expect(await app.main(`${contents}.getURL()`)).toBe('app://shell/');
    const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true };
    expect(await app.main('globalThis.noted.schemes')).toEqual([{ scheme: 'app', privileges }]);
    expect(app.built).not.toMatch(/\.loadFile\(/);
    expect(await app.page(`fetch('file:///etc/passwd').then(() => 'read', () => 'refused')`)).toBe('refused');
  },
  '20. pages have the bridge, and nothing else of Electron': async (app) => {
    const found = await app.page(`(() => {
      const functions = (it, path = '') => Object.entries(it).flatMap(([key, value]) =>
        typeof value === 'function' ? [path + key] : functions(value, path + key + '.'));
      return {
        bridge: functions(holdfast).sort(),
        sdk: functions(__SENTRY_IPC__).sort(),
        others: Object.getOwnPropertyNames(globalThis).filter((name) => /electron|ipc|holdfast/i.test(name)).sort(),
      };
    })()`);
    const ofSdk = 'Envelope Feedback Metric RendererStart Scope Status StructuredLog'.split(' ');
    expect(found).toEqual({
      bridge:
        `cleared consent invoke lost mayPrint onFaultStatus onMessage online ready retry showing signOut telemetry.onCommand
        telemetry.report telemetry.settings telemetry.traceCalls waiting`.split(/\s+/),
      sdk: ofSdk.map((name) => `sentry-ipc.send${name}`),
      others: ['__SENTRY_IPC__', 'holdfast', 'holdfastIsBlank', 'holdfastTelemetry'],
    });
    // Messages from main reach a page without Electron's event, which would expose ipcRenderer.
    const keep = `(...args) => { if (args[0].fault.id === 'made up') globalThis.told = args; }`;
    await app.page(`void holdfast.onFaultStatus(${keep})`);
    const status = { fault: { id: 'made up' }, retryAt: null, ask: false };
    await app.main(`${contents}.send('holdfast:fault-status', ${JSON.stringify(status)})`);
    await expect.poll(() => app.page('globalThis.told')).toEqual([status]);
  },
  'only this user can read what is stored, even in a folder of an older version': async (app) => {
    expect((await stat(app.userData)).mode & 0o777).toBe(0o700);
  },
  'WebRTC sends no datagram past the content security policy': (app) =>
    withStun(app, async (datagrams, done) => {
      expect([await done(), datagrams()]).toEqual(['complete', 0]);
    }),

  'no name is looked up because a page hints at it': async (app) => {
    const log = join(app.userData, 'net-log.json');
    const session = 'electron.session.defaultSession';
    await app.main(`${session}.netLog.stopLogging().catch(() => undefined)`);
    await app.main(`${session}.netLog.startLogging(${JSON.stringify(log)})`);
    // Chromium follows hints when idle. These names are this machine, so no server is asked.
    for (let at = 0; at < 20; at++) {
      await app.page(`(() => {
        const link = Object.assign(document.createElement('link'), { rel: 'dns-prefetch', href: '//secret-${at}.localhost' });
        document.head.append(link);
        return new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));
      })()`);
    }
    await app.main(`${session}.resolveHost('asked-last.localhost').catch(() => undefined)`);
    await app.main(`${session}.netLog.stopLogging()`);
    const seen = await readFile(log, 'utf8');
    expect(seen).toContain('asked-last.localhost');
    expect(seen.match(/secret-\d+/g)).toBeNull();
  },
};
