import { describe, expect, it } from 'vitest';
import {
  isCookieOf,
  isSignIn,
  signInAddress,
  signInVerdict,
} from '../../../electron/signIn/signIn.policy.ts';

const SETTINGS = {
  origin: 'https://shop.example.com',
  signIn: '/login?from=desk',
  signInHosts: ['https://id.example.com'],
};

describe('a sign-in', () => {
  it('begins at the web app, if the settings name both', () => {
    expect(signInAddress(SETTINGS)).toBe('https://shop.example.com/login?from=desk');
    expect(signInAddress({ origin: SETTINGS.origin })).toBeUndefined();
    expect(signInAddress({ signIn: '/login' })).toBeUndefined();
  });

  it.each([
    ['https://shop.example.com/login/code', 'stay'],
    ['https://id.example.com/authorize?x=1', 'stay'],
    ['https://shop.example.com/?welcome=1', 'done'],
    ['https://id.example.com/', 'stay'],
    // Another host, port or scheme, and addresses that only resemble a listed one.
    ['https://id.example.com.evil.example/', 'external'],
    ['https://id.example.com:8443/', 'external'],
    ['http://id.example.com/', 'external'],
    ['https://id.example.com@evil.example/', 'denied'],
    ['https://user@id.example.com/', 'denied'],
    ['mailto:help@example.com', 'external'],
    ['app://shell/', 'denied'],
    ['file:///etc/passwd', 'denied'],
    ['data:text/html,x', 'denied'],
    ['not an address', 'denied'],
  ])('goes to %s: %s', (address, verdict) => {
    expect(signInVerdict(address, SETTINGS)).toBe(verdict);
  });

  it('ends where the settings say', () => {
    const settings = { ...SETTINGS, signedIn: '/desk' };
    expect(signInVerdict('https://shop.example.com/', settings)).toBe('stay');
    expect(signInVerdict('https://shop.example.com/desk?x=1', settings)).toBe('done');
  });

  it.each([
    ['/login?next=%2F', true],
    ['https://shop.example.com/login', true],
    ['https://id.example.com/authorize', true],
    ['/login/help', false],
    ['https://other.example.com/login', false],
  ])('%s belongs to it: %s', (address, expected) => {
    expect(isSignIn(address, SETTINGS)).toBe(expected);
    expect(isSignIn(address, { origin: SETTINGS.origin })).toBe(false);
  });
});

it.each([
  ['app.example.com', true, true],
  ['app.example.com', false, true],
  ['.app.example.com', false, true],
  ['.example.com', false, true],
  ['example.com', true, false],
  ['.id.example.com', false, false],
  ['.pp.example.com', false, false],
  ['x.app.example.com', false, false],
  ['', false, false],
])('a cookie of %s (host only: %s) is the web app’s: %s', (domain, hostOnly, isOf) => {
  expect(isCookieOf('app.example.com', { domain, hostOnly })).toBe(isOf);
});
