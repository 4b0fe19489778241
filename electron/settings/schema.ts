/** The keys of the settings and what each may hold. */
import * as v from 'valibot';
import { policyProblem } from '../protocol/csp.ts';
import * as TEXTS from '../shared/texts.ts';

/** Whether reports may be sent: `ask` the user first, `on`, or `off`. */
export type ReportsSetting = 'ask' | 'on' | 'off';

function parseHttpUrl(text: string): URL | null {
  // The parser skips line breaks and tabs, which are mistakes here.
  const url = /\s/.test(text) ? null : URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/** `scheme://key@host/project` or with a password, port or path: the form that the SDK reads (its utils/dsn). */
const DSN = /^https?:\/\/\w+(:\w+)?@(\[[:.%\w]+\]|[\w.-]+)(:\d+)?\/([^\s?#]+\/)?\d+$/;

function isOrigin(text: string): boolean {
  const url = parseHttpUrl(text);
  return url !== null && !url.username && !url.password && url.href === `${url.origin}/`;
}

export const isThisMachine = ({ hostname }: URL): boolean =>
  /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Plain http only where it does not leave the machine. */
function isSafeUrl(text: string): boolean {
  const url = parseHttpUrl(text);
  return url !== null && (url.protocol === 'https:' || isThisMachine(url));
}

/** One segment of a URL's path: it stands between the slashes of the page data's address. */
const BUILD_ID = /^(?!\.{1,2}$)[^\s/\\?#%\p{Cc}]{1,200}$/u;

/** A path, or all paths below one. Not the app's own, nor all there are: pages would be asked of the server. */
const PROXY_PATH = /^\/(?!_holdfast|_next\/data|_next\/image|assets\/)[\w.~-][\w.~/-]*(?:\/\*)?$/;

const Text = v.pipe(v.string(), v.trim());
const toOrigin = v.transform((text: string) => new URL(text).origin);

const KEYS = {
  /** Where reports go. Without it there is no telemetry. */
  sentryDsn: v.pipe(Text, v.regex(DSN)),
  reports: v.picklist(['ask', 'on', 'off']) satisfies v.GenericSchema<unknown, ReportsSetting>,
  /** The web app that answers page data and images: scheme, host and port. */
  origin: v.pipe(Text, v.check(isOrigin), v.check(isSafeUrl), toOrigin),
  /** The build of that web app whose page data is asked for first; found out if absent. */
  buildId: v.pipe(Text, v.regex(BUILD_ID)),
  /** Paths that pages may ask of the web app by any method, such as `/api/*`. None if absent. */
  proxy: v.array(v.pipe(Text, v.regex(PROXY_PATH))),
  /** Where a sign-in begins at the web app: a path and perhaps a query. It is opened in a window of its own. */
  signIn: v.pipe(Text, v.regex(/^\/(?![/\\])[^\s\\#]+$/)),
  /** The path of the web app at which a sign-in has come to its end; `/` if absent. */
  signedIn: v.pipe(Text, v.regex(/^\/(?![/\\])[^\s\\?#]*$/)),
  /** Other servers that a sign-in may go to. */
  signInHosts: v.array(v.pipe(Text, v.check(isOrigin), v.check(isSafeUrl), toOrigin)),
  /** What pages may load beside the app's own files, such as `img-src data:`. */
  contentSecurityPolicy: v.pipe(
    v.array(Text),
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed && policyProblem(dataset.value);
      if (message) addIssue({ message });
    }),
  ),
  /** What pages may ask of the system; nothing if absent. */
  permissions: v.array(
    v.picklist(['notifications', 'camera', 'microphone', 'geolocation', 'clipboard-read', 'fullscreen']),
  ),
  /** Whether page data that the server marks `private` or `no-store` is saved for when it cannot be reached. */
  savePrivate: v.boolean(),
  /** How long the web app has to answer page data, in seconds; 30 if absent. */
  dataTimeout: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(300)),
  updateUrl: v.pipe(Text, v.check(isSafeUrl)),
};

export type SettingsKey = keyof typeof KEYS;
export type Settings = { [K in SettingsKey]?: v.InferOutput<(typeof KEYS)[K]> } & { reports: ReportsSetting };

export const DEFAULTS: Readonly<Settings> = { reports: 'ask' };

export const SETTINGS_KEYS = Object.keys(KEYS) as readonly SettingsKey[];

/** The settings that are true or false. */
export const SWITCHES: ReadonlySet<string> = new Set(
  SETTINGS_KEYS.filter((key) => KEYS[key].type === 'boolean'),
);

/** Checks one value. `problem` goes on with the name of the key and never repeats the value. */
export function checkSetting<K extends SettingsKey>(
  key: K,
  value: unknown,
): { value: NonNullable<Settings[K]> } | { problem: string } {
  const parsed = v.safeParse(KEYS[key], value);
  // The table above ties each key to the schema of its own type, which an index by K cannot show.
  if (parsed.success) return { value: parsed.output as NonNullable<Settings[K]> };
  const [{ type, message }] = parsed.issues;
  return { problem: type === 'raw_check' ? message : TEXTS.settings.must[key] };
}
