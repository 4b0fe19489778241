/** Collects what the app knows about itself. */
import { release, type, version } from 'node:os';
import { app, safeStorage } from 'electron';
import { config } from '../../builtConfig/config.ts';
import type { LimitCount, LimitName } from '../../shared/limitValues/limits.ts';
import * as TEXTS from '../../shared/texts.ts';
import type { OutboxState } from '../../telemetry/outbox/outbox.ts';
import { localeProblem } from '../app/locale.ts';
import { isSandboxOff } from '../app/sandbox.ts';
import type { LoadedSettings, Settings } from '../settings/settings.ts';
import { updateState } from '../updates/updates.ts';
import type { FaultLog } from './faultLog.ts';
import { readDisk } from './outboxFolder.ts';
import type { ServerFacts } from './probe.ts';

const texts = TEXTS.diagnostics;

interface Known {
  /** As read at the start. */
  loaded: LoadedSettings;
  /** The current values: the user may have chosen since. */
  settings: Settings;
  servers: readonly ServerFacts[];
  /** Known only to the running app. */
  running?: {
    counts: Record<LimitName, LimitCount>;
    outbox: OutboxState;
    refused: ReadonlyMap<string, number>;
    refusedLoads: ReadonlyMap<string, number>;
    isOnline: boolean;
  };
}

/** Linux: Chromium's name for its fixed key, which it uses without a key ring. */
const NO_KEY_RING = 'basic_text';

/** Times in milliseconds since the epoch, durations in milliseconds, sizes in bytes. */
export type Facts = ReturnType<typeof readFacts>;

export const readFacts = (known: Known, outbox: string, faults: FaultLog) => ({
  at: Date.now(),
  ...known,
  disk: readDisk(outbox),
  faults: faults.read(),
  system: readSystem(),
});

function readSystem(): { rows: Readonly<Record<string, string | undefined>>; problems: readonly string[] } {
  const isLinux = process.platform === 'linux';
  const keyStore = isLinux && app.isReady() ? safeStorage.getSelectedStorageBackend() : undefined;
  return {
    rows: {
      [app.name]: `${app.getVersion()}${config.packaged ? '' : ', not packaged'}`,
      Electron: process.versions.electron,
      Chromium: process.versions.chrome,
      'Node.js': process.versions.node,
      'Operating system': `${type()} ${release()} (${version()})`,
      Architecture: process.arch,
      'Updates in this run': updateState(),
      'Page sandbox': isSandboxOff() ? 'off' : 'on',
      'Graphics acceleration': app.isReady() ? app.getGPUFeatureStatus().gpu_compositing : undefined,
      'Key store for cookies': keyStore,
      Locale: localeProblem(process.platform, process.env),
    },
    problems: [
      ...(isSandboxOff() ? [texts.notSandboxed] : []),
      // An unpackaged app does not encrypt its cookies.
      ...(keyStore === NO_KEY_RING && config.packaged ? [texts.noKeyRing] : []),
    ],
  };
}
