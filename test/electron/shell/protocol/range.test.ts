import { expect, it } from 'vitest';
import { rangeOf } from '../../../../electron/shell/protocol/range.ts';

const whole = { status: 200, headers: { 'content-length': '10' }, body: Buffer.from('0123456789') };
const ask = (range: string, method = 'GET', more = {}) => {
  const { status, headers, body } = rangeOf(whole, { url: '', method, headers: { range, ...more } });
  return [status, headers['content-range'], body === null ? null : String(body)];
};

it.each([
  ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
  ['bytes=3-3', 206, 'bytes 3-3/10', '3'],
  ['bytes=7-', 206, 'bytes 7-9/10', '789'],
  ['bytes=-2', 206, 'bytes 8-9/10', '89'],
  ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
  [`bytes=9-${'9'.repeat(400)}`, 206, 'bytes 9-9/10', '9'],
  ['bytes=10-', 416, 'bytes */10', null],
  [`bytes=${'9'.repeat(400)}-`, 416, 'bytes */10', null],
  ['bytes=-0', 416, 'bytes */10', null],
])('%.20s is %i, %s', (range, ...expected) => {
  expect(ask(range)).toEqual(expected);
});

it('HEAD, and a client with a part of an earlier version, get no part', () => {
  const all = [200, undefined, '0123456789'];
  expect(ask('bytes=0-3', 'HEAD')).toEqual(all);
  expect(ask('bytes=0-3', 'GET', { 'if-range': '"v1"' })).toEqual(all);
});

it('a 404 stays whole', () => {
  const response = { ...whole, status: 404 };
  expect(rangeOf(response, { url: '', method: 'GET', headers: { range: 'bytes=0-3' } })).toBe(response);
});

it.each([
  ...['', 'bytes=-', 'bytes=3-2', 'bytes=0-1,4-5', 'lines=0-1', 'bytes=a-b', 'bytes=--2', 'bytes=0x1-2'],
  `bytes=${'0-,'.repeat(10_000)}`,
])('“%.20s” gets the whole file', (range) => {
  expect(ask(range)).toEqual([200, undefined, '0123456789']);
});
