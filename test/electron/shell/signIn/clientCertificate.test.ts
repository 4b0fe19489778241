import type { Certificate } from 'electron';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const { app, dialogs } = await vi.hoisted(async () => {
  const { EventEmitter } = await import('node:events');
  const app = Object.assign(new EventEmitter(), { name: 'App', getPath: () => '/', getAppPath: () => '/' });
  return { app, dialogs: { shown: 0, response: 0 } };
});
vi.mock('electron', () => ({
  app,
  BrowserWindow: { getFocusedWindow: () => null },
  dialog: {
    showMessageBox: ({ buttons, cancelId }: Electron.MessageBoxOptions) => {
      dialogs.shown += 1;
      const isNone = dialogs.response > 0;
      return Promise.resolve({
        response: isNone ? cancelId : buttons?.findIndex((one) => one.startsWith('Ann')),
      });
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
const [YES, NO] = [0, 1];
beforeEach(() => {
  app.removeAllListeners('select-client-certificate');
  dialogs.shown = 0;
});

/**
 * Electron 45's event for a request; main's requests have no contents. Resolves to the subject of the certificate
 * sent.
 */
const wants = (contents: object | null, address = 'app.test:443') =>
  new Promise<string | undefined>((resolve) => {
    const answer = (certificate?: Certificate) => resolve(certificate?.subjectName);
    app.emit(
      'select-client-certificate',
      { preventDefault: () => undefined },
      contents,
      address,
      [ANN],
      answer,
    );
  });

it.each([
  [YES, 'Ann'],
  [NO, undefined],
])(
  'pages ask for it once, reports and updates never, which get what was chosen: %i',
  async (response, sent) => {
    dialogs.response = response;
    setupClientCertificates('https://app.test');
    expect([await wants(null), dialogs.shown]).toEqual([undefined, 0]);
    expect(await Promise.all([wants(PAGE), wants(PAGE)])).toEqual([sent, sent]);
    expect([await wants(null), await wants(PAGE), dialogs.shown]).toEqual([sent, sent, 1]);
  },
);

it.each(['https://other.test', undefined])('no other server gets one: the app’s is %s', async (own) => {
  setupClientCertificates(own);
  expect([await wants(PAGE), dialogs.shown]).toEqual([undefined, 0]);
});
