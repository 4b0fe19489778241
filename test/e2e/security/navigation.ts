/** Where pages can go, and whose messages count: items 13, 14, 15 and 17 of the matrix. */
import { expect } from 'vitest';
import { until } from '../../support/until.ts';
import { type Checks, closeDiagnostics, type MatrixApp, openDiagnostics, press } from './app.ts';
import { sendAs, VALID } from './doors.ts';

const contents = 'electron.BrowserWindow.getAllWindows()[0].webContents';

/** Waits until an attempt to leave the app was refused or has succeeded. */
const decided = (app: MatrixApp, address: string) =>
  until(`a decision about ${address}`, async () => {
    const isTold = app.stderr().includes(`The page wanted to open ${address}: refused`);
    const { host } = new URL(address);
    return isTold || app.asked.some((one) => one.startsWith(host)) || `${await app.opened()}`.includes(host);
  });

/** What leads elsewhere, or opens a window, without a press. */
const LEADS: Readonly<Record<string, (address: string) => string>> = {
  script: (address) => `location.assign('${address}')`,
  link: (address) => `Object.assign(document.createElement('a'), { href: '${address}' }).click()`,
  meta: (address) =>
    `document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=${address}' }))`,
  window: (address) => `open('${address}')`,
  blank: (address) =>
    `Object.assign(document.createElement('a'), { href: '${address}', target: '_blank' }).click()`,
};

export const NAVIGATION: Checks = {
  '13 and 14. navigation stays inside the app, and no window opens without a press': async (app) => {
    for (const [name, code] of Object.entries(LEADS)) {
      const address = app.outside(name);
      await app.page(`void setTimeout(() => ${code(`${address}/`)})`);
      await decided(app, address);
    }
    const opened = await app.page(
      `['/#other', 'about:blank', URL.createObjectURL(new Blob([]))].map((url) => open(url) === null)`,
    );
    expect(opened).toEqual([true, true, true]);
    for (const address of ['file:///etc/passwd', 'data:text/html,x'])
      await app.page(`void setTimeout(() => location.assign('${address}'))`);
    // In a page of the app `//host` is an address of its own scheme.
    await app.page(`void setTimeout(() => location.assign('//relative.localhost/a'))`);
    await until('the refusal', () =>
      app.stderr().includes('The page wanted to open https://relative.localhost: refused'),
    );
    const last = app.outside('last');
    await app.page(`void setTimeout(() => location.assign('${last}/'), 50)`);
    await decided(app, last);
    expect(app.asked).toEqual([]);
    expect(await app.main(`${contents}.getURL()`)).toMatch(/^app:\/\/shell\/(?:#other)?$/);
    expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
  },
  '15. the browser opens only what a person clicked, and no odd scheme': async (app) => {
    // Elsewhere the browser's addresses are unknown.
    if (process.platform !== 'linux') return;
    // Other tests may have let something through.
    const before = (await app.opened()).length;
    // A press that the page makes up is none.
    const unasked = app.outside('unasked');
    await app.page(
      `document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })); void open('${unasked}/')`,
    );
    await decided(app, unasked);
    const odd = 'file:///etc/passwd smb://example.com/share vscode://x holdfast://open/x'.split(' ');
    const mail = ['mailto:?attach=/etc/passwd', 'mailto:a%27,attachment=%27/etc/passwd'];
    const all = [...odd, ...mail, 'javascript:void 0', 'https://example.com/clicked'];
    // Nor does a press open a window of the app: only a server's page at the app's own address may (address/popUps).
    const popped = `window.popped = window.open('/#popped', 'popped', 'width=300,height=300')`;
    await press(app, `${popped}; for (const url of ${JSON.stringify(all)}) window.open(url)`);
    await until('the link', async () => (await app.opened()).includes('https://example.com/clicked'));
    expect((await app.opened()).slice(before)).toEqual(['https://example.com/clicked']);
    expect(await app.page('window.popped')).toBe(null);
    expect(await app.main('electron.BrowserWindow.getAllWindows().length')).toBe(1);
  },
  '17. every message is checked for its sender': async (app) => {
    // The SDK's own channels have a name that no page knows: telemetry/sentry/sdk.ts.
    const heard = (await app.main<string[]>('heard.listeners.map(({ channel }) => channel)')).filter(
      (channel) => !/^holdfast-[\da-f-]{36}\./.test(channel),
    );
    // One listener each, so none bypasses the check.
    expect([...heard].sort()).toEqual(Object.keys(VALID).sort());
    const forged = `((sender, frame) => [
      { sender, senderFrame: null },
      { sender, senderFrame: { ...frame, parent: frame } },
      { sender, senderFrame: { ...frame, origin: 'https://example.com' } },
      // A document that its server sandboxes.
      { sender, senderFrame: { ...frame, origin: 'null' } },
      { sender: { id: 4711 }, senderFrame: frame },
    ])(${contents}, { url: 'app://shell/', origin: 'app://shell', parent: null })`;
    expect(await sendAs(app, forged)).toEqual([]);
    const inDiagnostics = await openDiagnostics(app);
    const text = await inDiagnostics<string>(`document.querySelector('#facts').textContent`);
    await closeDiagnostics(app);
    const counted = [...text.matchAll(/blocked on (\S+): (\d+)\./g)].map(
      ([, channel, count]) => `${channel} ${count}`,
    );
    expect(counted.sort()).toEqual(heard.map((channel) => `${channel} 5`).sort());
  },
};
