/** The outbox of an Electron app, in its user data folder. */
import { join } from 'node:path';
import type { ReportsSetting } from '../../configuration/settings/schema.ts';
import { wallAt } from '../../shared/clock.ts';
import { Disk } from './disk.ts';
import { netRequest } from './netRequest.ts';
import { createOutbox, type Outbox } from './outbox.ts';

/** Opens it, which reads the disk. @param mode `off`: only to show what is stored, and to erase it */
export function openOutbox(
  userData: string,
  mode: ReportsSetting,
  ask: Parameters<typeof netRequest>[0],
  onReplayLimit: (until: number) => void,
): Outbox {
  return createOutbox({
    disk: new Disk(join(userData, 'outbox')),
    mode,
    request: netRequest(ask),
    onLimits: ({ all = 0, replay = 0 }) => onReplayLimit(wallAt(Math.max(all, replay))),
  });
}
