import { expect, it } from 'vitest';
import { answerFault } from '../../../../electron/shell/recovery/serverAnswer.ts';

const of = (status: number, isBlank: boolean, isMade: boolean) =>
  answerFault('/orders', status, { isBlank, isMade }, 1);

it.each([
  ['a page of the server about its own error', 503, false, true],
  ['a page whose script may still fill it', 200, true, true],
  ['an answer of a service worker', -1, false, false],
  ['plain words with 200', 200, false, false],
  ["a server's plain words about a page that is missing", 404, false, false],
  ['the same about an error of its own', 500, false, false],
])('shows %s', (_what, status, isBlank, isMade) => {
  expect(of(status, isBlank, isMade)).toBeUndefined();
});

it.each([
  ["a gateway's words", 502, false],
  ["a gateway's words", 504, false],
  ['an empty document about an error', 400, true],
  ['an empty document about an error', 401, true],
  ['an empty document about an error', 404, true],
])('tries again in place of %s (%i)', (_what, status, isBlank) => {
  expect(of(status, isBlank, false)).toMatchObject({ kind: 'http', code: status, retryable: true });
});

it('says that a document is empty if its status names no error', () => {
  expect(of(200, true, false)).toMatchObject({ kind: 'load', code: 'ERR_EMPTY_RESPONSE' });
  expect(of(399, true, false)).toMatchObject({ kind: 'load' });
});
