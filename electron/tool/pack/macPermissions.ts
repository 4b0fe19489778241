/** What macOS requires from an app for the permissions that its pages may get. */
interface Needs {
  entitlement: string;
  /** Keys of Info.plist with the text of the system's question. */
  texts: readonly string[];
  what: string;
}

/** By name in the setting `permissions`; the others need nothing. */
const NEEDS: Readonly<Record<string, Needs>> = {
  camera: {
    entitlement: 'com.apple.security.device.camera',
    texts: ['NSCameraUsageDescription'],
    what: 'the camera',
  },
  microphone: {
    entitlement: 'com.apple.security.device.audio-input',
    texts: ['NSMicrophoneUsageDescription'],
    what: 'the microphone',
  },
  geolocation: {
    entitlement: 'com.apple.security.personal-information.location',
    texts: ['NSLocationUsageDescription', 'NSLocationWhenInUseUsageDescription'],
    what: 'your location',
  },
};

const needsOf = (permissions: unknown): Needs[] =>
  Array.isArray(permissions) ? permissions.flatMap((name) => NEEDS[String(name)] ?? []) : [];

/** Returns the entries of Info.plist with the texts of the system's questions. @param permissions the setting */
export function usageTexts(name: string, permissions: unknown): Record<string, string> {
  return Object.fromEntries(
    needsOf(permissions).flatMap(({ texts, what }) =>
      texts.map((key) => [key, `A page of ${name} asks for ${what}.`]),
    ),
  );
}

/** Returns the entitlements of a signed app, as a property list. @param permissions the setting */
export function entitlementsOf(permissions: unknown): string {
  // V8 compiles at run time. Only libraries of the same signer are loaded.
  const keys = [
    'com.apple.security.cs.allow-jit',
    ...needsOf(permissions).map(({ entitlement }) => entitlement),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
${keys.map((key) => `    <key>${key}</key>\n    <true/>\n`).join('')}  </dict>
</plist>
`;
}
