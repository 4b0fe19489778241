import { expect, it, vi } from 'vitest';
import { isServer } from '../../../electron/network/clientCertificate.ts';

vi.mock('electron', () => ({}));

it.each([
  ['app.test:443', 'https://app.test', true],
  ['https://app.test:443/x', 'https://app.test', true],
  ['https://app.test/x', 'https://app.test', true],
  ['app.test:8443', 'https://app.test:8443', true],
  ['[::1]:443', 'https://[::1]', true],
  ['app.test:8443', 'https://app.test', false],
  ['app.test.evil:443', 'https://app.test', false],
  ['evil.test:443', 'https://app.test', false],
  ['app.test:443', undefined, false],
])('%s is the server of the app at %s: %s', (address, own, is) => {
  expect(isServer(address, own)).toBe(is);
});
