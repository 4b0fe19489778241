import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TelemetryBridge, TelemetrySettings } from '../../../electron/shared/telemetry.ts';
import { startTelemetry } from '../../../renderer/telemetry/init.ts';
import { startSdk } from '../../../renderer/telemetry/sdk.ts';

vi.mock('../../../renderer/telemetry/sdk.ts', () => ({ startSdk: vi.fn() }));

const settings: TelemetrySettings = {
  release: 'r',
  environment: 'e',
  publicKey: 'key',
  replay: true,
  replayFlush: { minimum: 5000, maximum: 5500 },
  masks: {},
  replayMaximum: 1,
};
const bridge = (answer: () => Promise<TelemetrySettings | null>): TelemetryBridge => ({
  settings: answer,
  report: () => undefined,
  onCommand: () => () => undefined,
});

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('XMLHttpRequest', class {});
  vi.stubGlobal('fetch', () => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.mocked(startSdk).mockReset();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('telemetry of a page', () => {
  it('starts after the first paint', async () => {
    const painted = Promise.withResolvers<void>();
    const started = startTelemetry(
      bridge(() => Promise.resolve(settings)),
      painted.promise,
    );
    expect(startSdk).not.toHaveBeenCalled();
    painted.resolve();
    await started;
    expect(vi.mocked(startSdk).mock.calls[0]?.[1]).toBe(settings);
  });

  it.each([
    ['main says that there is none', () => Promise.resolve(null)],
    ['main does not answer', () => Promise.reject(new Error('no handler'))],
  ] as const)('is not started and not loaded when %s', async (_name, answer) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await startTelemetry(bridge(answer), Promise.resolve());
    expect(startSdk).not.toHaveBeenCalled();
    expect(said.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('without the shell leaves the page as it was', async () => {
    const before = fetch;
    await startTelemetry(undefined, Promise.resolve());
    expect(fetch).toBe(before);
  });
});
