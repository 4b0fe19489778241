/** What becomes of each permission that a page of the app asks for. No other page gets any. */

/**
 * `always`, `ofBuild`: pages of the app have it, a server's only `always`. `setting`: if the setting `permissions` lists
 * it. `asked`: then the user is asked too. `files`: window/fileAccess.ts. `never`: no setting allows it.
 */
type Decision = 'always' | 'ofBuild' | 'setting' | 'asked' | 'files' | 'never';

/** With the reason. `media` is `camera` and `microphone`. */
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
} as const satisfies Readonly<Record<string, readonly [Exclude<Decision, 'never'>, reason: string]>>;

/**
 * The other names that Electron 33 to 45 passes to the two handlers of a session (its common/gin_converters/
 * content_converter.cc), by the reason for `never`.
 */
const NEVER: Readonly<Record<string, string>> = {
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

type Name = keyof typeof DECISIONS;
/** The names that the setting `permissions` may list. */
type Listed = { [N in Name]: (typeof DECISIONS)[N][0] extends 'always' | 'ofBuild' ? never : N }[Name];

export const PERMISSIONS = (Object.keys(DECISIONS) as Name[]).filter(
  (name): name is Listed => !['always', 'ofBuild'].includes(DECISIONS[name][0]),
);

/** A name that Electron adds later is decided when somebody has looked at it. */
export const decisionOn = (name: string): Decision =>
  Object.hasOwn(DECISIONS, name) ? DECISIONS[name as Name][0] : 'never';

export const isDecided = (name: string): boolean =>
  Object.hasOwn(DECISIONS, name) || Object.values(NEVER).some((names) => names.split(' ').includes(name));
