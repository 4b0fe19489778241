import { expect, it } from 'vitest';
import { currentBuildOf, dataVerdict } from '../../../electron/shared/pageData.ts';

const DATA = { pageProps: {} };

it.each([
  ['200 201 204 400 402 418 499', 'pass', 'save'],
  ['401 403 410', 'forget', 'forget'],
  ['300 302 308 399 404 408 425 429 500 503 599', 'copy', 'copy'],
])('the verdict on a status: %s', (statuses, verdict, of200) => {
  for (const status of statuses.split(' ').map(Number)) {
    const found = dataVerdict({ status, headers: {} }, DATA, false);
    expect([status, found]).toEqual([status, status === 200 ? of200 : verdict]);
  }
});

it.each([
  ['data', 200, {}, DATA, 'save'],
  ['data of one user', 200, { 'cache-control': 'max-age=60, Private="x"' }, DATA, 'forget'],
  ['data not to be stored', 200, { 'cache-control': 'No-Store' }, DATA, 'forget'],
  ['no data', 200, {}, undefined, 'copy'],
  ['a page without data, by middleware', 200, { 'x-nextjs-matched-path': '/a' }, {}, 'pass'],
  ['data, by middleware', 200, { 'x-nextjs-matched-path': '/a' }, DATA, 'save'],
  ['something else, by middleware', 200, { 'x-nextjs-matched-path': '/a' }, undefined, 'copy'],
  ['no such page', 404, {}, { notFound: true }, 'forget'],
  ['no such page of this build', 404, {}, undefined, 'copy'],
  ['a redirect of the page', 401, { 'x-nextjs-redirect': '/login' }, undefined, 'pass'],
] as const)('%s', (_name, status, headers, json, verdict) => {
  expect(dataVerdict({ status, headers }, json, false)).toBe(verdict);
});

it('private data is saved if the settings say so', () => {
  const headers = { 'cache-control': 'private' };
  expect(dataVerdict({ status: 200, headers }, DATA, true)).toBe('save');
});

it.each([
  ['"buildId":"a_B-1.2"', 'a_B-1.2'],
  ['"buildId":"../x"', undefined],
  ['"buildId":"a/b"', undefined],
  ['<html>', undefined],
])('the build id in %s is %s', (document, build) => expect(currentBuildOf(document)).toBe(build));
