import { describe, expect, it } from 'vitest';
import { dataFault, httpFault, scriptFault } from '../../../electron/shared/fault.ts';
import { errorFault, FaultError, pathFault } from '../../../renderer/error/faults.ts';
import { isReported } from '../../../renderer/error/thrown.ts';

it.each([
  ['/', 404],
  ['/caf%C3%A9', 404],
  ['/%E0%A4%A', 400],
  ['/%', 400],
  ['//holdfast://elsewhere/x', 400],
  ['/a%zz/b', 400],
  ['/nowhere?q=100%', 404],
  ['/nowhere#%', 404],
])('the path %s, which no page answers, is %i', (url, status) => {
  expect(pathFault(url, 5)).toMatchObject({ kind: 'http', code: status, url, at: 5 });
});

it.each([
  [new Error('x'), true],
  [new FaultError(httpFault(500, '/', 0)), true],
  [new FaultError(scriptFault('x', '/', 0)), true],
  [new FaultError(dataFault('/', 0, 'no JSON')), true],
  [new FaultError(httpFault(404, '/', 0)), false],
  [new FaultError(httpFault(307, '/', 0)), false],
  [new FaultError(dataFault('/', 0, 'offline', 'ERR_INTERNET_DISCONNECTED')), false],
])('the fault %o on a page is reported: %s', (error, reported) => {
  expect(isReported(error)).toBe(reported);
});

describe('an exception in the page', () => {
  it('has no code, and its stack is the technical text', () => {
    const error = new TypeError('x is undefined');
    const fault = errorFault(error, '/orders', 5);
    expect(fault).toMatchObject({ kind: 'script', detail: error.stack, url: '/orders', at: 5 });
    expect(fault.code).toBeUndefined();
  });

  it('shows the status that it carries', () => {
    const error = Object.assign(new Error('gone'), { statusCode: 502 });
    expect(errorFault(error, '/', 5)).toMatchObject({ kind: 'http', code: 502, detail: error.stack });
  });

  it('is the fault that it carries', () => {
    const fault = dataFault('/asked', 1, 'no JSON');
    expect(errorFault(new FaultError(fault), '/', 5)).toBe(fault);
  });

  it.each([[undefined], [null], ['text'], [{ statusCode: 500 }]])('may be any value: %j', (thrown) => {
    expect(errorFault(thrown, '/', 5)).toMatchObject({ kind: 'script', detail: `Thrown: ${String(thrown)}` });
  });
});
