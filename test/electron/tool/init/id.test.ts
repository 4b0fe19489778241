import { expect, it } from 'vitest';
import { idFrom, placesOf } from '../../../../electron/tool/init/id.ts';

it.each([
  [{ homepage: 'https://shop.example.co.uk/start' }, 'Shop', 'uk.co.example.shop'],
  [{ homepage: 'https://www.example.com', repository: 'ann/x' }, 'My Shop', 'com.example.my-shop'],
  [{ homepage: 'https://github.com/ann/shop#readme' }, 'Shop', 'io.github.ann.shop'],
  [{ repository: { url: 'git+https://github.com/Ann/shop.git' } }, 'Der Laden', 'io.github.ann.der-laden'],
  [{ repository: { url: 'git+ssh://git@gitlab.com/ann/shop.git' } }, '店', 'io.gitlab.ann.shop'],
  [{ repository: 'github:ann/shop' }, 'Shop', 'io.github.ann.shop'],
  [{ homepage: './', repository: 'ann/shop' }, 'Shop', 'io.github.ann.shop'],
  [{ homepage: 'http://127.0.0.1' }, 'Shop', undefined],
  [{ homepage: 7 }, 'Shop', undefined],
  [{}, 'Shop', undefined],
])('%j, called %s, has the id %s', (own, name, id) => {
  expect(idFrom(placesOf(own), name)).toBe(id);
});
