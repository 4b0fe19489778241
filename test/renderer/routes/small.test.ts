import { describe, expect, it } from 'vitest';
import { dataFault, httpFault, scriptFault } from '../../../electron/shared/fault.ts';
import { ageText } from '../../../electron/shared/format.ts';
import en from '../../../electron/shared/texts/en.json' with { type: 'json' };
import { FaultError } from '../../../renderer/error/faults.ts';
import { isReported } from '../../../renderer/error/thrown.ts';

describe('the age of a saved copy', () => {
  it.each([
    [0, en.pages.justNow],
    [60, '1 minute ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400 * 40, '40 days ago'],
    [-60, en.pages.justNow],
  ])('of %i s is "%s"', (seconds, text) => {
    expect(ageText(1e12, 1e12 + seconds * 1000)).toBe(text);
  });
});

describe('the report of a fault on a page', () => {
  it.each([
    [new Error('x'), true],
    [new FaultError(httpFault(500, '/', 0)), true],
    [new FaultError(scriptFault('x', '/', 0)), true],
    [new FaultError(dataFault('/', 0, 'no JSON')), true],
    [new FaultError(httpFault(404, '/', 0)), false],
    [new FaultError(httpFault(307, '/', 0)), false],
    [new FaultError(dataFault('/', 0, 'offline', 'ERR_INTERNET_DISCONNECTED')), false],
  ])('%o: %s', (error, reported) => {
    expect(isReported(error)).toBe(reported);
  });
});
