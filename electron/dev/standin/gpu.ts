/** Chromium's GPU process: what it is, and that it ended. */
import { appInstance } from './app.ts';
import type { Chromium } from './chromium.ts';
import { emitEvent } from './events.ts';

const CRASHES = new Set([4, 5, 6, 7, 8, 11, 31]);
const KILLS = new Set([2, 9, 15]);

/** Electron's reason for the end of a process, from its exit status: the low bits are the signal that ended it. */
export function reasonOfStatus(status: number): Electron.Details['reason'] {
  const signal = status & 0x7f;
  if (CRASHES.has(signal)) return 'crashed';
  if (KILLS.has(signal)) return 'killed';
  return status === 0 ? 'clean-exit' : 'abnormal-exit';
}

/** Tells the app. Electron gives a name too, which Chromium does not tell. */
export function gpuProcessGone(exitCode: number): void {
  const details = { type: 'GPU', reason: reasonOfStatus(exitCode), exitCode };
  emitEvent(appInstance, 'child-process-gone', {}, details);
}

/** `app.getGPUInfo('basic')`. Before there is a Chromium, it waits for nothing and rejects. */
export async function gpuInfo(chromium: Chromium | undefined): Promise<unknown> {
  if (!chromium) throw new Error('stand-in: app.getGPUInfo before ready is not implemented');
  const { gpu, modelName, modelVersion } = await chromium.browser.send('SystemInfo.getInfo');
  return {
    auxAttributes: gpu.auxAttributes,
    gpuDevice: gpu.devices.map(({ vendorId, deviceId }, at) => ({ active: at === 0, vendorId, deviceId })),
    machineModelName: modelName,
    machineModelVersion: modelVersion,
  };
}
