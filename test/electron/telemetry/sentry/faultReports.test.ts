/** A crash waits for its minidump. Without one it is still reported, with the same id. */
import { beforeEach, expect, it, vi } from 'vitest';
import { crashFault } from '../../../../electron/shared/fault.ts';

interface Captured {
  id: string | undefined;
  level?: string;
  mechanism?: unknown;
  error?: unknown;
}
const captured: Captured[] = [];
vi.mock('@sentry/electron/main', () => ({
  withScope: (use: (scope: unknown) => string) => {
    let level = '';
    return use({
      setLevel: (given: string) => {
        level = given;
      },
      setTags: () => undefined,
      setTag: () => undefined,
      setContext: () => undefined,
      captureMessage: (_title: string, _level: unknown, { event_id: id }: { event_id: string }) =>
        captured.push({ id, level }) && id,
      captureException: (error: unknown, hint: { event_id: string; mechanism: unknown }) =>
        captured.push({ id: hint.event_id, level, mechanism: hint.mechanism, error }) && hint.event_id,
    });
  },
}));

const { createFaultReports } = await import('../../../../electron/telemetry/sentry/faultReports.ts');
const CRASHED = crashFault('crashed', '/', 1);
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

it("a crash of the previous run takes only that run's minidump", () => {
  const faults = create();
  faults.expect([{ eventId: 'e', fault: CRASHED }]);
  const now = { tags: { 'exit.reason': 'crashed' } };
  faults.claim(now);
  expect(now).not.toHaveProperty('event_id');
  const before = {};
  faults.claim(before);
  expect(before).toMatchObject({ event_id: 'e' });
});

const dump = (type: string, reason?: string) => ({
  contexts: { electron: { 'crashpad.process_type': type } },
  ...(reason && { tags: { 'exit.reason': reason } }),
});

it("another process's minidump is not the report of a crash, whatever reason the SDK gives it", () => {
  const faults = create();
  const graphics = faults.report({ ...CRASHED, subject: 'graphics' });
  const page = faults.report(crashFault('oom', '/', 1));
  const [ofPage, ofGraphics] = [dump('renderer', 'crashed'), dump('gpu-process', 'crashed')];
  const others = [dump('utility', 'oom'), dump('browser')];
  for (const event of [...others, ofPage, ofGraphics]) faults.claim(event);
  expect([ofPage, ofGraphics]).toMatchObject([{ event_id: page }, { event_id: graphics }]);
  for (const event of others) expect(event).not.toHaveProperty('event_id');
  vi.runAllTimers();
  expect(captured).toEqual([]);
});

it('of two pages the one with the same reason takes it; main takes none of the previous run', () => {
  const faults = create();
  faults.report(crashFault('oom', '/', 1));
  const id = faults.report(CRASHED);
  const event = dump('renderer', 'crashed');
  faults.claim(event);
  expect(event).toHaveProperty('event_id', id);
  faults.expect([{ eventId: 'before', fault: CRASHED }]);
  const [main, before] = [dump('browser'), dump('renderer')];
  for (const event of [main, before]) faults.claim(event);
  expect(main).not.toHaveProperty('event_id');
  expect(before).toHaveProperty('event_id', 'before');
});

it('reports a crash of a kind without minidumps at once; a forgotten one never', () => {
  const faults = create();
  expect(faults.report(crashFault('killed', '/', 1))).toBe(captured[0]?.id);
  faults.report(CRASHED);
  faults.clear();
  vi.runAllTimers();
  expect(captured).toHaveLength(1);
});
