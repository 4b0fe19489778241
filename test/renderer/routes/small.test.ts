import { describe, expect, it } from 'vitest';
import { dataFault, httpFault, scriptFault } from '../../../electron/shared/fault.ts';
import { FaultError } from '../../../renderer/error/faults.ts';
import { isReported } from '../../../renderer/error/thrown.ts';
import { ageText } from '../../../renderer/routes/age.ts';
import { stepOf } from '../../../renderer/routes/backForward.ts';

describe('the age of a saved copy', () => {
  it.each([
    [0, 'less than a minute ago'],
    [59, 'less than a minute ago'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [86_400 * 40, '40 days ago'],
    [-60, 'less than a minute ago'],
  ])('of %i s is "%s"', (seconds, text) => {
    expect(ageText(1e12, 1e12 + seconds * 1000)).toBe(text);
  });
});

describe('back and forward', () => {
  const key = (name: string, modifiers: Partial<KeyboardEvent> = {}) =>
    ({
      key: name,
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      ...modifiers,
    }) as KeyboardEvent;

  it.each([
    [key('ArrowLeft', { altKey: true }), false, -1],
    [key('ArrowRight', { altKey: true }), false, 1],
    [key('ArrowLeft'), false, 0],
    [key('ArrowLeft', { altKey: true, shiftKey: true }), false, 0],
    [key('ArrowLeft', { altKey: true, ctrlKey: true }), false, 0],
    [key('a', { altKey: true }), false, 0],
    [key('[', { metaKey: true }), true, -1],
    [key(']', { metaKey: true }), true, 1],
    // On macOS these move the caret by a word.
    [key('ArrowLeft', { altKey: true }), true, 0],
    [key('[', { metaKey: true }), false, 0],
    [{ button: 3 } as MouseEvent, false, -1],
    [{ button: 4 } as MouseEvent, true, 1],
    [{ button: 0 } as MouseEvent, false, 0],
  ])('%o, on macOS %s, is the step %i', (event, isMac, step) => {
    expect(stepOf(event, isMac)).toBe(step);
  });
});

describe('what is reported of the faults that pages show', () => {
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
