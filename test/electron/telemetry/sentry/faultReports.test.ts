/** A crash waits for its minidump. Without one it is still reported, with the same id. */

import type { Event } from '@sentry/core';
import { beforeEach, expect, it, vi } from 'vitest';
import { faultOf } from '../../../../electron/shared/fault.ts';

const captured: { id: string; level: string | undefined }[] = [];
vi.mock('@sentry/electron/main', () => ({
  withScope: (use: (scope: unknown) => string) => {
    const [setLevel, setTags, setContext] = [vi.fn<(level: string) => void>(), vi.fn(), vi.fn()];
    const captureMessage = (_title: string, _level: unknown, { event_id: id }: { event_id: string }) =>
      captured.push({ id, level: setLevel.mock.lastCall?.[0] }) && id;
    return use({ setLevel, setTags, setContext, captureMessage });
  },
}));

const { createFaultReports } = await import('../../../../electron/telemetry/sentry/faultReports.ts');
const CRASHED = faultOf('crash', 'crashed', '/', 1);
const kept: number[] = [];
const create = () => {
  const faults = createFaultReports(
    () => kept.push(faults.waiting().length) > 0,
    (capture) => capture(),
  );
  return faults;
};
beforeEach(() => {
  vi.useFakeTimers();
  captured.length = 0;
  kept.length = 0;
});

it('reports a crash without a minidump with its id after some time', () => {
  const faults = create();
  const id = faults.report(CRASHED);
  expect([captured, faults.waiting()]).toEqual([[], [{ eventId: id, fault: CRASHED }]]);
  vi.runAllTimers();
  expect(captured).toMatchObject([{ id, level: 'fatal' }]);
  expect(kept).toEqual([1, 0]);
});

const dump = (type: string, reason?: string) => ({
  contexts: { electron: { 'crashpad.process_type': type } },
  ...(reason && { tags: { 'exit.reason': reason } }),
});

it('a crash takes the minidump of its run and kind of process, with its reason if there is one', () => {
  const faults = create();
  const claimed = (event: Event) => {
    faults.claim(event);
    return event.event_id;
  };
  faults.expect(['before', 'earlier'].map((eventId) => ({ eventId, fault: CRASHED })));
  expect(claimed({ tags: { 'exit.reason': 'crashed' } })).toBeUndefined();
  const now = [faultOf('crash', 'oom', '/', 1), CRASHED, { ...CRASHED, subject: 'graphics' as const }];
  const [oom, crashed, graphics] = now.map((fault) => faults.report(fault));
  // The SDK gives each dump the reason of the process that ended last.
  const dumps = [dump('renderer', 'crashed'), dump('gpu-process', 'crashed')];
  expect([dump('utility', 'oom'), dump('browser')].map(claimed)).toEqual([undefined, undefined]);
  expect(dumps.map(claimed)).toEqual([crashed, graphics]);
  expect([dump('renderer'), {}, {}].map(claimed)).toEqual(['before', 'earlier', undefined]);
  expect(claimed(dump('renderer', 'crashed'))).toBe(oom);
  vi.runAllTimers();
  expect(captured).toEqual([]);
});

it('reports a crash of a kind without minidumps at once; a forgotten one never', () => {
  const faults = create();
  expect(faults.report(faultOf('crash', 'killed', '/', 1))).toBe(captured[0]?.id);
  faults.report(CRASHED);
  faults.clear();
  vi.runAllTimers();
  expect(captured).toHaveLength(1);
});
