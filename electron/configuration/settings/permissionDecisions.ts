/** What becomes of each permission that a page of the app asks for. No other page gets any. */

/**
 * `always`, `ofBuild`: pages of the app have it, a server's only `always`. `setting`: if the setting `permissions` lists
 * it. `asked`: then the user is asked too. `files`: window/fileAccess.ts. `never`: no setting allows it.
 */
type Decision = 'always' | 'ofBuild' | 'setting' | 'asked' | 'files' | 'never';

/**
 * Every name that Electron 33 to 45 passes to the two handlers of a session (its common/gin_converters/
 * content_converter.cc), with the reason. `media` is `camera` and `microphone`.
 */
const DECISIONS = {
  camera: ['asked', 'it films the user'],
  microphone: ['asked', 'it hears the user'],
  geolocation: ['asked', 'it tells where the user is'],
  'clipboard-read': ['asked', 'it reads what was copied in other apps'],
  notifications: ['setting', 'each system lets its user turn them off'],
  fullscreen: ['setting', 'it hides the title of the window; any user can leave it'],
  pointerLock: ['setting', 'it hides the pointer; Escape brings it back'],
  fileSystem: ['files', 'the user picks what is read, and is asked before it is changed'],
  'clipboard-sanitized-write': ['always', 'a page copies only text and pictures that it has'],
  'screen-wake-lock': ['always', 'it ends with the page'],
  'persistent-storage': ['always', 'what users have saved is not to be evicted; it gives pages no more room'],
  // Electron 40 and later. The policy of a build names the servers that its pages reach.
  'local-network-access': ['ofBuild', 'a server of the web has no business in the network of the user'],
  'local-network': ['ofBuild', 'as above'],
  'loopback-network': ['ofBuild', 'as above'],
  'geolocation-approximate': ['never', 'pages ask for geolocation'],
  'accessibility-events': ['never', 'it tells who uses a screen reader'],
  'idle-detection': ['never', 'it tells when the user is away'],
  'automatic-fullscreen': ['never', 'it needs no press'],
  keyboardLock: ['never', 'it takes the keys that leave full screen'],
  'display-capture': ['never', 'there is nothing in which the user chooses a screen'],
  'captured-surface-control': ['never', 'as above'],
  'window-management': ['never', 'it tells which screens there are'],
  'local-fonts': ['never', 'the list of fonts tells one computer from all others'],
  'speaker-selection': ['never', 'there is nothing in which the user chooses one'],
  hid: ['never', 'there is nothing in which the user chooses a device'],
  serial: ['never', 'as above'],
  usb: ['never', 'as above'],
  nfc: ['never', 'as above'],
  'smart-card': ['never', 'as above'],
  midi: ['never', 'as above'],
  midiSysex: ['never', 'it changes the software of devices'],
  sensors: ['never', 'motion tells what is typed'],
  ar: ['never', 'Electron has no WebXR'],
  vr: ['never', 'as above'],
  'hand-tracking': ['never', 'as above'],
  mediaKeySystem: ['never', 'Electron has no protected media'],
  'background-fetch': ['never', 'Electron has no service for it'],
  'background-sync': ['never', 'as above'],
  'periodic-background-sync': ['never', 'as above'],
  'payment-handler': ['never', 'as above'],
  'web-app-installation': ['never', 'as above'],
  'web-printing': ['never', 'as above'],
  'system-wake-lock': ['never', 'it outlives the window'],
  'storage-access': ['never', "only other servers' frames ask for it"],
  'top-level-storage-access': ['never', 'as above'],
  'deprecated-sync-clipboard-read': ['never', 'Electron refuses it itself'],
  openExternal: ['never', 'window/externalLinks opens links'],
  unknown: ['never', 'nobody has decided about it'],
} as const satisfies Readonly<Record<string, readonly [Decision, reason: string]>>;

type Name = keyof typeof DECISIONS;
/** The names that the setting `permissions` may list. */
type Listed = {
  [N in Name]: (typeof DECISIONS)[N][0] extends 'never' | 'always' | 'ofBuild' ? never : N;
}[Name];

const isListed = (name: Name): name is Listed => !['never', 'always', 'ofBuild'].includes(DECISIONS[name][0]);

export const PERMISSIONS: readonly Listed[] = (Object.keys(DECISIONS) as Name[]).filter(isListed);

/** A name that Electron adds later is decided when somebody has looked at it. */
export const decisionOn = (name: string): Decision =>
  Object.hasOwn(DECISIONS, name) ? DECISIONS[name as Name][0] : 'never';

export const isDecided = (name: string): boolean => Object.hasOwn(DECISIONS, name);
