import { expect, it } from 'vitest';
import { entitlementsOf, usageTexts } from '../../../../electron/tool/pack/texts.ts';

const keysOf = (plist: string) =>
  [...plist.matchAll(/<key>(.+)<\/key>\n {4}<true\/>/g)].map(([, key]) => key);
const JIT = 'com.apple.security.cs.allow-jit';

it.each([
  ['none', undefined, [], []],
  ['those that need nothing', ['notifications', 'clipboard-read', 'fullscreen'], [], []],
  ['the camera', ['camera'], ['com.apple.security.device.camera'], ['NSCameraUsageDescription']],
  [
    'the microphone and the place',
    ['microphone', 'geolocation'],
    ['com.apple.security.device.audio-input', 'com.apple.security.personal-information.location'],
    ['NSMicrophoneUsageDescription', 'NSLocationUsageDescription', 'NSLocationWhenInUseUsageDescription'],
  ],
])('permissions for pages: %s', (_, permissions, entitlements, texts) => {
  expect(keysOf(entitlementsOf(permissions))).toEqual([JIT, ...entitlements]);
  const question = 'A page of My App asks for it.';
  expect(usageTexts('My App', permissions)).toEqual(Object.fromEntries(texts.map((key) => [key, question])));
});
