/** What becomes of each permission that a page of the app asks for. No other page gets any. */

/**
 * `always`, `ofBuild`: pages of the app have it, a server's only `always`. `setting`: if the setting `permissions` lists
 * it. `asked`: then the user is asked too. `files`: window/permissions.ts. `never`: no setting allows it.
 */
type Decision = 'always' | 'ofBuild' | 'setting' | 'asked' | 'files' | 'never';

/** With the reason. `media` is `camera` and `microphone`. */
const DECISIONS = {
  camera: ['asked', 'it films the user'],
  microphone: ['asked', 'it hears the user'],
  geolocation: ['asked', 'it tells where the user is'],
  'clipboard-read': ['asked', 'it reads what was copied in other apps'],
  notifications: ['setting', 'each system lets its user turn them off, and macOS asks itself'],
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

type Name = keyof typeof DECISIONS;
type Decided<D> = { [N in Name]: (typeof DECISIONS)[N][0] extends D ? N : never }[Name];
type Listed = Exclude<Name, Decided<'always' | 'ofBuild'>>;
/** What the user is asked about. */
export type Asked = Decided<'asked'>;

/** The names that the setting `permissions` may list. */
export const PERMISSIONS = (Object.keys(DECISIONS) as Name[]).filter(
  (name): name is Listed => !['always', 'ofBuild'].includes(DECISIONS[name][0]),
);
export const ASKED = PERMISSIONS.filter((name): name is Asked => DECISIONS[name][0] === 'asked');

/** A name that Electron adds later is decided when somebody has looked at it. */
export const decisionOn = (name: string): Decision =>
  Object.hasOwn(DECISIONS, name) ? DECISIONS[name as Name][0] : 'never';
