import { afterEach, expect, it, vi } from 'vitest';
import { captureMessage, startSpan } from '../../../electron/extension/telemetry.ts';

afterEach(() => vi.unstubAllGlobals());

it('does nothing in a browser', () => {
  // Other tests in this process load the page's own.
  vi.stubGlobal('holdfastTelemetry', undefined);
  expect(captureMessage('a message')).toBeUndefined();
  expect(startSpan({ name: 'a span' }, () => 'done')).toBe('done');
});

it("calls the SDK that the page script loads into an app's own page", () => {
  const telemetry = { captureMessage: vi.fn(() => 'an id') };
  vi.stubGlobal('holdfastTelemetry', telemetry);
  expect(captureMessage('a message', 'warning')).toBe('an id');
  expect(telemetry.captureMessage).toHaveBeenCalledWith('a message', 'warning');
});
