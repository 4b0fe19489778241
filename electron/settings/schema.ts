/** The keys of the settings and what each may hold. */
import * as v from 'valibot';
import * as TEXTS from '../shared/texts.ts';
import { hostRules } from './hosts.ts';

/** Whether reports may be sent: `ask` the user first, `on`, or `off`. */
export type ReportsSetting = 'ask' | 'on' | 'off';

export interface Settings {
  /** Where reports go. Without it there is no telemetry. */
  sentryDsn?: string;
  reports: ReportsSetting;
  /** The web app that answers page data and images: scheme, host and port. */
  origin?: string;
  /** The build of that web app whose page data is asked for. */
  buildId?: string;
  /** Paths that pages may ask of the web app by any method, such as `/api/*`. None if absent. */
  proxy?: string[];
  /** Other hosts than `origin` that images may come from, and private addresses they may have. */
  imageHosts?: string[];
  /** Whether images may be SVG. */
  imageSvg?: boolean;
  /** Whether page data that the server marks `private` or `no-store` is saved for when it cannot be reached. */
  savePrivate?: boolean;
  /** How long the web app has to answer page data, in seconds; 30 if absent. */
  dataTimeout?: number;
  /** Where updates are looked for. */
  updateUrl?: string;
}

export type SettingsKey = keyof Settings;

export const DEFAULTS: Readonly<Settings> = { reports: 'ask' };

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

/** Plain http only where it does not leave the machine. */
function isUpdateUrl(text: string): boolean {
  const url = parseHttpUrl(text);
  if (!url) return false;
  return url.protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}

/** One segment of a URL's path: it stands between the slashes of the page data's address. */
const BUILD_ID = /^(?!\.{1,2}$)[^\s/\\?#%\p{Cc}]{1,200}$/u;

/** A path, or all paths below one. Not the app's own, nor all there are: pages would be asked of the server. */
const PROXY_PATH = /^\/(?!_holdfast|_next\/data|_next\/image|assets\/)[\w.~-][\w.~/-]*(?:\/\*)?$/;

function isImageHost(host: string): boolean {
  try {
    hostRules([host]);
    return true;
  } catch {
    // Its message is for whoever calls it; the key's own words say what a host must be.
    return false;
  }
}

const KEYS = {
  sentryDsn: v.pipe(v.string(), v.trim(), v.regex(DSN)),
  reports: v.picklist(['ask', 'on', 'off']),
  origin: v.pipe(
    v.string(),
    v.trim(),
    v.check(isOrigin),
    v.transform((text) => new URL(text).origin),
  ),
  buildId: v.pipe(v.string(), v.trim(), v.regex(BUILD_ID)),
  proxy: v.array(v.pipe(v.string(), v.trim(), v.regex(PROXY_PATH))),
  imageHosts: v.array(v.pipe(v.string(), v.trim(), v.check(isImageHost))),
  imageSvg: v.boolean(),
  savePrivate: v.boolean(),
  dataTimeout: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(300)),
  updateUrl: v.pipe(v.string(), v.trim(), v.check(isUpdateUrl)),
} satisfies {
  [K in SettingsKey]-?: v.GenericSchema<unknown, NonNullable<Settings[K]>>;
};

export const SETTINGS_KEYS = Object.keys(KEYS) as readonly SettingsKey[];

/** Checks one value. `problem` goes on with the name of the key and never repeats the value. */
export function checkSetting<K extends SettingsKey>(
  key: K,
  value: unknown,
): { value: NonNullable<Settings[K]> } | { problem: string } {
  const parsed = v.safeParse(KEYS[key], value);
  // The table above ties each key to the schema of its own type, which an index by K cannot show.
  return parsed.success
    ? { value: parsed.output as NonNullable<Settings[K]> }
    : { problem: TEXTS.settings.must[key] };
}
