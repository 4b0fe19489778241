import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import type { PageReport } from '../../../../electron/shared/telemetry.ts';
import { A_REPORT } from '../../../../electron/telemetry/replay/connect.ts';

vi.mock('electron', () => ({}));

const replayId = '0123456789abcdef0123456789abcdef';

describe('a report of a page', () => {
  it.each([
    { what: 'ready' },
    { what: 'input' },
    { what: 'started', replayId },
    { what: 'ended', replayId, reason: 'sessionExpired' },
    { what: 'checkpoint', replayId },
  ] satisfies PageReport[])('is taken: $what', (report) => {
    expect(v.parse(A_REPORT, [{ ...report }])).toEqual([report]);
  });

  it.each([
    undefined,
    null,
    'ready',
    {},
    { what: 'stop' },
    { what: 'started', replayId: '../../etc' },
    { what: 'started', replayId: 7 },
    { what: 'ended', replayId, reason: 'x'.repeat(101) },
  ])('is refused: %j', (message) => {
    expect(v.is(A_REPORT, [message])).toBe(false);
  });
});
