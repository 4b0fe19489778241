import type { Certificate } from 'electron';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const { app, dialogs } = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events');
  const app = Object.assign(new EventEmitter(), { name: 'App', getPath: () => '/', getAppPath: () => '/' });
  return { app, dialogs: { shown: 0, isNone: false } };
});
vi.mock('electron', () => ({
  app,
  BrowserWindow: { getFocusedWindow: () => null },
  dialog: {
    showMessageBox: ({ buttons, cancelId }: Electron.MessageBoxOptions) => {
      dialogs.shown += 1;
      const ann = buttons?.findIndex((one) => one.startsWith('Ann'));
      return Promise.resolve({ response: dialogs.isNone ? cancelId : ann });
    },
  },
}));
// Loaded for this file alone: the files of one process share what they load.
vi.resetModules();
const { setupClientCertificates } = await import('../../../../electron/shell/signIn/clientCertificate.ts');
afterAll(() => {
  vi.resetModules();
});

const ANN = { subjectName: 'Ann', issuerName: 'CA', validExpiry: 2e9 } as Certificate;
const PAGE = {};
beforeEach(() => {
  app.removeAllListeners('select-client-certificate');
  dialogs.shown = 0;
});

/** Electron 45's event for a request; main's have no contents. Resolves to the subject of the certificate sent. */
const wants = (contents: object | null) =>
  new Promise<string | undefined>((resolve) => {
    const event = { preventDefault: () => undefined };
    const answer = (certificate?: Certificate) => resolve(certificate?.subjectName);
    app.emit('select-client-certificate', event, contents, 'app.test:443', [ANN], answer);
  });

it.each(['Ann', undefined])('pages ask once, reports never, which get what was chosen: %s', async (sent) => {
  dialogs.isNone = sent === undefined;
  setupClientCertificates('https://app.test');
  expect([await wants(null), dialogs.shown]).toEqual([undefined, 0]);
  expect(await Promise.all([wants(PAGE), wants(PAGE)])).toEqual([sent, sent]);
  expect([await wants(null), await wants(PAGE), dialogs.shown]).toEqual([sent, sent, 1]);
});

it.each(['https://other.test', undefined])('no other server gets one: the app’s is %s', async (own) => {
  setupClientCertificates(own);
  expect([await wants(PAGE), dialogs.shown]).toEqual([undefined, 0]);
});
