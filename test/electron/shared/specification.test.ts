/** The words and numbers that the specification fixes. Other tests read them from the texts and the limits. */
import { expect, it } from 'vitest';
import { LIMITS } from '../../../electron/shared/limitValues/limits.ts';
import {
  BAD_REQUEST,
  CLIENT_EXCEPTION,
  NO_DATA,
  NOT_ALLOWED,
  NOT_FOUND,
  SERVER_ERROR,
} from '../../support/words.ts';

it('the error page has the words of the specification', () => {
  expect([BAD_REQUEST, NOT_FOUND, NOT_ALLOWED, SERVER_ERROR, CLIENT_EXCEPTION, NO_DATA]).toEqual([
    'Bad Request',
    'This page could not be found',
    'Method Not Allowed',
    'Internal Server Error',
    'Application error: a client-side exception has occurred',
    'Failed to load static props',
  ]);
});

it('the limits have the numbers of the specification', () => {
  expect({ ...LIMITS }).toMatchObject({
    breadcrumbs: { value: 100, unit: 'breadcrumbs' },
    baggage: { value: 8192, unit: 'characters' },
    replayIdlePause: { value: 5 * 60, unit: 'seconds' },
    replayIdleExpiry: { value: 15 * 60, unit: 'seconds' },
    replayMaximum: { value: 60 * 60, unit: 'seconds' },
    replayFlushMinimum: { value: 5_000, unit: 'milliseconds' },
    replayFlushMaximum: { value: 5_500, unit: 'milliseconds' },
    replayBuffer: { value: 20_000_000, unit: 'bytes' },
    imageCache: { value: 60, unit: 'seconds' },
    pageDataAttempts: { value: 3, unit: 'attempts' },
  });
});
