import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import {
  decisionOn,
  isDecided,
  PERMISSIONS,
} from '../../../../electron/configuration/settings/permissionDecisions.ts';
import { checkSetting } from '../../../../electron/configuration/settings/schema.ts';

/** The names in a handler's signature in Electron's types. */
function namesIn(handler: string): string[] {
  const file = createRequire(import.meta.url).resolve('electron/electron.d.ts');
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((one) => one.includes(`${handler}(handler:`));
  const list = /permission: ([^,]+?)(?:\)?, (?:callback|requestingOrigin)|$)/.exec(line ?? '')?.[1] ?? '';
  return [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
}

it.each(['setPermissionRequestHandler', 'setPermissionCheckHandler'])(
  'every name that Electron passes to %s is decided',
  (handler) => {
    const names = namesIn(handler);
    expect(names.length).toBeGreaterThan(15);
    // By `camera` and `microphone`.
    expect(names.filter((name) => name !== 'media' && !isDecided(name))).toEqual([]);
  },
);

it('whatever a refusal names as a setting is one', () => {
  for (const name of PERMISSIONS)
    expect(checkSetting('permissions', [name])).toMatchObject({ value: [name] });
  expect(decisionOn('made-up')).toBe('never');
});
