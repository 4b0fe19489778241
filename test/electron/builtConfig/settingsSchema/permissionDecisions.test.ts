import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import * as decided from '../../../../electron/builtConfig/settingsSchema/permissionDecisions.ts';
import { checkSetting } from '../../../../electron/builtConfig/settingsSchema/schema.ts';

/** The other names that Electron 33 to 45 passes (its common/gin_converters/content_converter.cc), by the reason for `never`. */
const NEVER = {
  'it tells who the user is, or one computer from all others':
    'accessibility-events idle-detection local-fonts',
  'it tells which screens there are, or what is typed': 'window-management sensors',
  'it needs no press, or takes the keys that leave full screen': 'automatic-fullscreen keyboardLock',
  'there is nothing in which the user chooses a screen': 'display-capture captured-surface-control',
  'there is nothing in which the user chooses a device':
    'hid serial usb nfc smart-card midi speaker-selection',
  'it changes the software of devices': 'midiSysex',
  'Electron has none': 'ar vr hand-tracking mediaKeySystem payment-handler web-app-installation web-printing',
  'Electron has no service for it': 'background-fetch background-sync periodic-background-sync',
  'it outlives the window': 'system-wake-lock',
  "only other servers' frames ask for it": 'storage-access top-level-storage-access',
  'pages ask for geolocation': 'geolocation-approximate',
  'Electron refuses it itself, or window/externalLinks opens the link':
    'deprecated-sync-clipboard-read openExternal',
  'nobody has decided about it': 'unknown',
};

const NAMES = Object.values(NEVER).flatMap((names) => names.split(' '));
const TYPES = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8');

it.each(['Request', 'Check'])('every name that Electron passes to a %s handler is decided', (kind) => {
  const line = TYPES.split('\n').find((one) => one.includes(`setPermission${kind}Handler(handler:`)) ?? '';
  const [, list = ''] = /permission: ([^,]+?)(?:\)?, (?:callback|requestingOrigin)|$)/.exec(line) ?? [];
  const names = [...list.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(15);
  const isDecided = (name: string) => NAMES.includes(name) || decided.decisionOn(name) !== 'never';
  expect(names.filter((name) => name !== 'media' && !isDecided(name))).toEqual([]);
});

it('whatever a refusal names as a setting is one', () => {
  for (const name of decided.PERMISSIONS)
    expect(checkSetting('permissions', [name])).toMatchObject({ value: [name] });
  expect(['made-up', ...NAMES].filter((name) => decided.decisionOn(name) !== 'never')).toEqual([]);
});
