import { describe, expect, it } from 'vitest';
import { categoriesOf, priorityOf } from '../../../../electron/telemetry/outbox/envelope.ts';

const items = (...types: string[]) => types.map((type) => ({ type }));
const minidump = { type: 'attachment', attachment_type: 'event.minidump' };

describe('the priority of an envelope', () => {
  it.each([
    [0, ['event']],
    [0, ['event', 'attachment']],
    [1, ['feedback', 'attachment']],
    [1, ['user_report']],
    [1, ['session']],
    [1, ['sessions']],
    [1, ['check_in']],
    [2, ['transaction', 'profile']],
    [2, ['log']],
    [2, ['trace_metric']],
    [2, ['client_report']],
    [3, ['replay_event', 'replay_recording']],
  ])('is %i for %j', (priority, types) => {
    expect(priorityOf(items(...types))).toBe(priority);
  });

  it('is that of its most important item', () => {
    expect(priorityOf(items('client_report', 'event', 'transaction'))).toBe(0);
  });

  it('is the first for a crash dump without an event', () => {
    expect(priorityOf([minidump])).toBe(0);
  });

  it('is that of statistics for a type of a later SDK, and for an empty envelope', () => {
    expect(priorityOf(items('made_up_later'))).toBe(2);
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(priorityOf(items(name)), name).toBe(2);
    expect(priorityOf([])).toBe(2);
  });
});

describe('the rate-limit categories of an envelope', () => {
  it.each([
    [['error'], ['event']],
    [
      ['attachment', 'error'],
      ['event', 'attachment'],
    ],
    [['replay'], ['replay_event', 'replay_recording']],
    [['session'], ['sessions']],
    [
      ['profile', 'transaction'],
      ['transaction', 'profile'],
    ],
    [['log_item'], ['log']],
    [['made_up_later'], ['made_up_later']],
    [['unknown'], ['Odd/Type']],
    [['constructor'], ['constructor']],
    [['unknown'], ['a'.repeat(220)]],
    [['unknown'], []],
  ])('are %j for items %j', (categories, types) => {
    expect(categoriesOf(items(...types))).toEqual(categories);
  });

  it('fit into a file name, however many there are', () => {
    const types = Array.from({ length: 26 }, (_, n) => `made_up_${String.fromCharCode(97 + n).repeat(10)}`);
    const categories = categoriesOf(items('event', ...types));
    expect(categories).toContain('error');
    expect(categories).toContain('unknown');
    expect(categories.join('+').length).toBeLessThanOrEqual(130);
  });

  it('count a crash dump as an error, as the server does', () => {
    expect(categoriesOf([{ type: 'event' }, minidump])).toEqual(['error']);
  });
});
