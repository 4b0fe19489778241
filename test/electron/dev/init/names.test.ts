import { expect, it } from 'vitest';
import { idOf, nameOf, slugOf } from '../../../../electron/dev/init/names.ts';

it.each([
  [{ name: '@acme/web-shop' }, 'Web Shop'],
  [{ name: 'shop', productName: 'The Shop' }, 'The Shop'],
  [{}, 'My Folder'],
  [undefined, 'My Folder'],
  [{ name: '@/-' }, 'App'],
])('%j is called %s', (own, name) => {
  expect(nameOf(own, 'my_folder')).toBe(name);
});

it.each([
  ['Web Shop', 'web-shop'],
  ['Müller & Söhne', 'mu-ller-so-hne'],
  ['商店', 'app'],
])('%s is %s in an id', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

it.each([
  [{ homepage: 'https://www.shop.example.com/de' }, 'com.example.shop'],
  [{ homepage: '/shop' }, undefined],
  [{ homepage: 'http://localhost:3000' }, undefined],
  [{ homepage: 'http://127.0.0.1/' }, undefined],
  [{ name: '@acme/shop', repository: { url: 'git+https://github.com/Acme/web.git' } }, 'io.github.acme.shop'],
  [{ name: 'shop', repository: 'github:acme/shop' }, 'io.github.acme.shop'],
  [{ name: 'shop', homepage: 'https://github.com/acme/shop#readme' }, 'io.github.acme.shop'],
  [{ name: 'shop', repository: 'https://example.com/acme/shop.git' }, undefined],
])('the id from %j is %s', (own, id) => {
  expect(idOf(own)).toBe(id);
});
