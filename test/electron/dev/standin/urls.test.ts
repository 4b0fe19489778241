import { describe, expect, it } from 'vitest';
import { fromChromium, originOf, toChromium } from '../../../../electron/dev/standin/urls.ts';

describe('the app’s own scheme in Chromium', () => {
  it.each([
    'app://shell/',
    'app://shell',
    'app://shell/a/b?c=d&e#f',
    'app://shell/%E2%82%AC%2F..',
    'app://a-b/https://other.example/',
  ])('%s comes back as it went', (url) => {
    expect(toChromium(url, 'app')).toBe(url.replace(/^app/, 'https'));
    expect(fromChromium(toChromium(url, 'app'), 'app')).toBe(url);
  });

  it('takes the scheme’s name in any case', () => {
    expect(toChromium('APP://Shell/x', 'app')).toBe('https://Shell/x');
  });

  it.each([
    'https://example.org/',
    'http://shell/',
    'about:blank',
    'data:text/html,app://shell/',
    'app://example.org/',
    'app://localhost/',
    'app://[::1]/',
    'app:shell',
    'application://shell/',
    'no address',
    '',
  ])('%s is given to Chromium unchanged', (url) => {
    expect(toChromium(url, 'app')).toBe(url);
  });

  it.each([
    'https://example.org/',
    'https://localhost/',
    'https://shell:8443/',
    'http://shell/',
    'wss://shell/',
    'about:blank',
    'chrome-error://chromewebdata/',
    'no address',
    '',
  ])('%s of Chromium is not the scheme’s', (url) => {
    expect(fromChromium(url, 'app')).toBe(url);
  });

  it('is nothing special before the app has registered a scheme', () => {
    expect(toChromium('app://shell/', undefined)).toBe('app://shell/');
    expect(fromChromium('https://shell/', undefined)).toBe('https://shell/');
  });
});

it.each([
  ['https://a.example:8080/b?c', 'https://a.example:8080'],
  ['app://shell/b#c', 'app://shell'],
  ['file:///a/b', 'file://'],
  ['about:blank', 'null'],
  ['data:text/plain,a://b', 'null'],
  ['', 'null'],
])('the origin of %s is %s', (url, origin) => {
  expect(originOf(url)).toBe(origin);
});
