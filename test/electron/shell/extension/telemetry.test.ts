import { expect, it, vi } from 'vitest';
import type { Facade } from '../../../../electron/shared/facade.ts';
import * as telemetry from '../../../../electron/shell/extension/telemetry.ts';

// The compiler sees that none is missing.
const { captureMessage, logger, startSpan, withScope }: Facade = telemetry;

it('does nothing in a browser', async () => {
  // Other tests in this process load the page's own.
  vi.stubGlobal('holdfastTelemetry', undefined);
  expect(captureMessage('a message')).toBeUndefined();
  expect(startSpan({ name: 'a span' }, () => 'done')).toBe('done');
  expect(withScope((scope) => scope.setTag('a', 1).setLevel('info') && 'done')).toBe('done');
  logger.info('a log');
  await withScope(async (scope) => scope.setTag('a', 1));
});

it("calls the SDK that the page script loads into an app's own page", () => {
  const other = { captureMessage: vi.fn(() => 'an id') };
  vi.stubGlobal('holdfastTelemetry', other);
  expect(captureMessage('a message', 'warning')).toBe('an id');
  expect(other.captureMessage).toHaveBeenCalledWith('a message', 'warning');
});
