import type { Envelope } from '@sentry/core';
import { expect, it } from 'vitest';
import { holdsMinidump, isMinidump, isOfLastRun } from '../../../../electron/telemetry/sentry/minidumps.ts';

it('a report with a minidump is recognized', () => {
  const dump = { filename: 'a.dmp', data: '' };
  expect(isMinidump({ attachments: [{ ...dump, attachmentType: 'event.minidump' }] })).toBe(true);
  expect([isMinidump({ attachments: [dump] }), isMinidump({})]).toEqual([false, false]);
  const event: [object, unknown] = [{ type: 'event' }, {}];
  const attachment: [object, unknown] = [{ type: 'attachment', attachment_type: 'event.minidump' }, ''];
  expect(holdsMinidump([{}, [event, attachment]] as Envelope)).toBe(true);
  expect(holdsMinidump([{}, [event]] as Envelope)).toBe(false);
});

it('a minidump of the previous run has no exit reason', () => {
  expect(isOfLastRun({ tags: { 'event.process': 'browser' } })).toBe(true);
  expect(isOfLastRun({ tags: { 'exit.reason': 'crashed' } })).toBe(false);
});
