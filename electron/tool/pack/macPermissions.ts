/** What macOS wants an app to say about the permissions that its pages may get. */
interface Needs {
  /** What a signed app must be entitled to. */
  entitlement: string;
  /** Keys of Info.plist for what the system's question says. */
  texts: readonly string[];
  /** What the question is about. */
  what: string;
}

/** By the names of the setting `permissions`; the others need nothing. */
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

/** Entries of Info.plist: what the system's question says. @param permissions the setting */
export function usageTexts(name: string, permissions: unknown): Record<string, string> {
  return Object.fromEntries(
    needsOf(permissions).flatMap(({ texts, what }) =>
      texts.map((key) => [key, `A page of ${name} asks for ${what}.`]),
    ),
  );
}

/** The entitlements of a signed app, as a property list. @param permissions the setting */
export function entitlementsOf(permissions: unknown): string {
  // V8 compiles while it runs. Only libraries of the same signer are loaded.
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
