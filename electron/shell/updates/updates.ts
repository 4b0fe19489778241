/** Updates from `updateUrl`, if the app takes any. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { log } from '../../common/log.ts';
import { config } from '../../configuration/config.ts';
import type { UpdateChecker, UpdateOptions } from './checker.ts';
import { updateSource } from './schedule.policy.ts';

/** Must run before Electron is ready. Undefined if updates are off. */
export async function setupUpdates(parts: UpdateOptions): Promise<UpdateChecker | undefined> {
  const source = updateSource(parts.settings.updateUrl, config.packaged);
  if ('off' in source) {
    if (source.off) log(source.off);
    return undefined;
  }
  // Not from the settings: whoever can change `updateUrl` could then change the key too.
  const { updateKey, builtAt } = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  if (typeof updateKey !== 'string') {
    log('Updates are off: the app was packaged without a key to verify them.');
    return undefined;
  }
  const { UpdateChecker, readUpdateKey } = await import('./checker.ts');
  const trust = {
    key: readUpdateKey(updateKey),
    app: config.id,
    builtAt: Date.parse(builtAt) || 0,
    newest: 0,
  };
  return new UpdateChecker(source.url, trust, parts);
}
