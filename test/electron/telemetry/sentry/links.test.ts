import type { Envelope, Event } from '@sentry/core';
import { describe, expect, it } from 'vitest';
import {
  holdsMinidump,
  isOfLastRun,
  setReplayId,
  startsReplay,
  windowOf,
} from '../../../../electron/telemetry/sentry/events.ts';

describe('which reports make a held replay be sent', () => {
  it.each([
    ['an exception', { exception: { values: [] } }, true],
    ['a crash', { level: 'fatal', platform: 'native' }, true],
    ['a hang, which has no exception', { message: "This page isn't responding", level: 'error' }, true],
    ['feedback', { type: 'feedback' }, true],
    ['a message', { message: 'hello', level: 'info' }, false],
    ['a transaction', { type: 'transaction', exception: { values: [] } }, false],
  ] as [string, Event, boolean][])('%s', (_name, event, expected) => {
    expect(startsReplay(event)).toBe(expected);
  });
});

describe('a replay id', () => {
  it('is written into tags, context, trace and feedback', () => {
    const event: Event = { tags: { a: 1 }, contexts: { feedback: { message: 'x' } as never } };
    const header = { trace: { trace_id: 't' } } as unknown as Envelope[0];
    setReplayId(event, header, 'abc');
    expect(event.tags).toEqual({ a: 1, replayId: 'abc' });
    expect(event.contexts).toEqual({
      feedback: { message: 'x', replay_id: 'abc' },
      replay: { replay_id: 'abc' },
    });
    expect(header).toEqual({ trace: { trace_id: 't', replay_id: 'abc' } });
  });

  it('is taken out when the page named a replay that is not sent', () => {
    const event: Event = {
      tags: { replayId: 'held', a: 1 },
      contexts: { replay: { replay_id: 'held' }, feedback: { replay_id: 'held' } as never },
    };
    const header = { trace: { replay_id: 'held' } } as unknown as Envelope[0];
    setReplayId(event, header, undefined);
    expect([event, header]).toEqual([{ tags: { a: 1 }, contexts: { feedback: {} } }, { trace: {} }]);
    expect(() => setReplayId({}, {}, undefined)).not.toThrow();
  });
});

describe('a report', () => {
  it('knows its window only if the tag is a number', () => {
    expect(windowOf({ tags: { 'event.window': 3 } })).toBe(3);
    expect(windowOf({ tags: { 'event.window': 'x' } })).toBeUndefined();
    expect(windowOf({})).toBeUndefined();
  });

  it('of a crash is told from others, and of which run it is', () => {
    const dump = [
      {},
      [
        [{ type: 'event' }, {}],
        [{ type: 'attachment', attachment_type: 'event.minidump' }, ''],
      ],
    ];
    expect(holdsMinidump(dump as unknown as Envelope)).toBe(true);
    expect(holdsMinidump([{}, [[{ type: 'event' }, {}]]] as unknown as Envelope)).toBe(false);
    expect(isOfLastRun({ tags: { 'event.process': 'browser' } })).toBe(true);
    expect(isOfLastRun({ tags: { 'exit.reason': 'crashed' } })).toBe(false);
  });
});
