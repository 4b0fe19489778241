import { afterAll, describe, expect, it, vi } from 'vitest';
import { handleProtocol, registerScheme } from '../../../electron/protocol/index.ts';
import { INDEX, makeServedFolder } from './folder.ts';

const electron = vi.hoisted(() => ({
  app: { isPackaged: true, getVersion: () => '1.2.3' },
  protocol: { registerSchemesAsPrivileged: vi.fn(), handle: vi.fn() },
}));
vi.mock('electron', () => electron);
vi.mock('virtual:documents', () => ({
  errorDocument: { coded: '{{documentTitle}}', uncoded: '{{documentTitle}}' },
  styleHashes: [],
}));

const served = makeServedFolder();
afterAll(() => served.remove());

describe('the app scheme', () => {
  it('has an origin, is secure, can be fetched and caches code, and may not pass by the policy', () => {
    registerScheme();
    expect(electron.protocol.registerSchemesAsPrivileged).toHaveBeenCalledExactlyOnceWith([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ]);
  });

  it('is answered from the folder', async () => {
    handleProtocol({ folder: served.folder, onError: (error) => expect.unreachable(String(error)) });
    const [scheme, handler] = electron.protocol.handle.mock.calls[0] ?? [];
    expect(scheme).toBe('app');
    expect(await (await handler(new Request('app://shell/'))).text()).toBe(INDEX);
    expect(await (await handler(new Request('app://shell/%ff'))).text()).toBe('400: Bad Request');
  });
});
