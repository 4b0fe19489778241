import type { Certificate } from 'electron';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

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
const { setupClientCertificates } = await import('../../../../electron/shell/network/clientCertificate.ts');
afterAll(() => {
  vi.resetModules();
});

describe('a client certificate', () => {
  const ANN = { subjectName: 'Ann', issuerName: 'CA', validExpiry: 2e9 } as Certificate;
  const [YES, NO] = [0, 1];
  beforeEach(() => {
    app.removeAllListeners('select-client-certificate');
    Object.assign(dialogs, { shown: 0, response: YES });
    setupClientCertificates('https://app.test');
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
  it('is asked for once for any number of requests from windows', async () => {
    const answers = await Promise.all([wants({}), wants({})]);
    expect([answers, dialogs.shown]).toEqual([['Ann', 'Ann'], 1]);
  });

  it('is not asked for again after the user declined', async () => {
    dialogs.response = NO;
    expect([await wants({}), await wants({}), dialogs.shown]).toEqual([undefined, undefined, 1]);
  });

  it('is not asked for by a report or an update to the same server, which get the chosen one', async () => {
    expect([await wants(null), dialogs.shown]).toEqual([undefined, 0]);
    expect([await wants({}), await wants(null), dialogs.shown]).toEqual(['Ann', 'Ann', 1]);
  });

  it('is not asked for by another server', async () => {
    expect([await wants({}, 'other.test:443'), dialogs.shown]).toEqual([undefined, 0]);
  });
});
