import { afterEach, expect, it, vi } from 'vitest';
import { forwardTo } from '../../../../electron/shared/facade.ts';
import * as telemetry from '../../../../electron/shell/extension/telemetry.ts';

const { captureMessage, startSpan, withScope } = telemetry;

afterEach(() => vi.unstubAllGlobals());

it('does nothing in a browser', () => {
  // Other tests in this process load the page's own.
  vi.stubGlobal('holdfastTelemetry', undefined);
  expect(captureMessage('a message')).toBeUndefined();
  expect(startSpan({ name: 'a span' }, () => 'done')).toBe('done');
  expect(withScope((scope) => scope.setTag('a', 1).setLevel('info') && 'done')).toBe('done');
});

it('exports each function of the facade', () => {
  expect(Object.keys(telemetry).sort()).toEqual(Object.keys(forwardTo(() => undefined)).sort());
});

it("calls the SDK that the page script loads into an app's own page", () => {
  const other = { captureMessage: vi.fn(() => 'an id') };
  vi.stubGlobal('holdfastTelemetry', other);
  expect(captureMessage('a message', 'warning')).toBe('an id');
  expect(other.captureMessage).toHaveBeenCalledWith('a message', 'warning');
});
