import { expect, it } from 'vitest';
import { redirectOf } from '../../../renderer/serviceWorker/next.ts';

it.each([
  ['/news', {}, '/shop/news'],
  ['/shop/news', {}, '/shop/news'],
  ['/shop', {}, '/shop'],
  ['/news', { __N_REDIRECT_BASE_PATH: false }, '/news'],
  ['/news', undefined, '/news'],
  ['https://other.example.com/', {}, 'https://other.example.com/'],
  ['//other.example.com/', {}, 'https://other.example.com/'],
])('below /shop/ a redirect to %s with %o leads to %s', (to, pageProps, url) => {
  const origin = 'https://shop.example.com';
  expect(redirectOf(to, pageProps, '/shop/', `${origin}/shop/posts/1`)?.href).toBe(new URL(url, origin).href);
});
