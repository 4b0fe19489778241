/** What macOS requires from an app for the permissions that its pages may get. */

/** By name in the setting `permissions`; the others need nothing. The texts are keys of Info.plist, for the system's question. */
const NEEDS = new Map<unknown, { entitlement: string; texts: readonly string[] }>([
  ['camera', { entitlement: 'device.camera', texts: ['NSCameraUsageDescription'] }],
  ['microphone', { entitlement: 'device.audio-input', texts: ['NSMicrophoneUsageDescription'] }],
  [
    'geolocation',
    {
      entitlement: 'personal-information.location',
      texts: ['NSLocationUsageDescription', 'NSLocationWhenInUseUsageDescription'],
    },
  ],
]);

const needsOf = (permissions: unknown) => [permissions].flat().flatMap((name) => NEEDS.get(name) ?? []);

/** Returns the entries of Info.plist with the texts of the system's questions. @param permissions the setting */
export function usageTexts(name: string, permissions: unknown): Record<string, string> {
  const keys = needsOf(permissions).flatMap(({ texts }) => texts);
  return Object.fromEntries(keys.map((key) => [key, `A page of ${name} asks for it.`]));
}

/** Returns the entitlements of a signed app, as a property list. @param permissions the setting */
export function entitlementsOf(permissions: unknown): string {
  // V8 compiles at run time. Only libraries of the same signer are loaded.
  const keys = ['cs.allow-jit', ...needsOf(permissions).map(({ entitlement }) => entitlement)];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
${keys.map((key) => `    <key>com.apple.security.${key}</key>\n    <true/>\n`).join('')}  </dict>
</plist>
`;
}
