/** All settings and their values. */
import * as v from 'valibot';
import { parseHttpUrl, parseSafeUrl, typedAddress } from '../../common/origins.ts';
import * as TEXTS from '../../shared/texts.ts';
import { policyProblem } from '../csp/policyEntries.ts';
import { PERMISSIONS } from './permissionDecisions.ts';

/** `scheme://key@host/project`, optionally with password, port and path, as the SDK parses it (its utils/dsn). */
const DSN = /^https?:\/\/\w+(:\w+)?@(\[[:.%\w]+\]|[\w.-]+)(:\d+)?\/([^\s?#]+\/)?\d+$/;

function isOrigin(text: string): boolean {
  const url = parseHttpUrl(text);
  return url !== undefined && !url.username && !url.password && url.href === `${url.origin}/`;
}

/** https, or http to this machine. */
const isSafeUrl = (text: string): boolean => parseSafeUrl(text) !== undefined;

/** One path segment, because it becomes part of the page data's URL. */
const BUILD_ID = /^(?!\.{1,2}$)[^\s/\\?#%\p{Cc}]{1,200}$/u;

const Text = v.pipe(v.string(), v.trim());
const toOrigin = v.transform((text: string) => new URL(text).origin);

/** A check whose message says more than what the key must be. */
export const checkedBy = <T>(problemOf: (value: T) => string | undefined) =>
  v.rawCheck<T>(({ dataset, addIssue }) => {
    const message = dataset.typed && problemOf(dataset.value);
    if (message) addIssue({ message });
  });

const KEYS = {
  /** Where reports are sent. Without it there is no telemetry. */
  sentryDsn: v.pipe(Text, v.regex(DSN)),
  /** Whether reports may be sent: `ask` the user first. */
  reports: v.picklist(['ask', 'on', 'off']),
  /** The language of the app's texts, such as `de` or `pt-BR`; default: the system's. */
  language: v.pipe(Text, v.regex(/^[a-z]{2,3}(-[a-z\d]{2,8})*$/i)),
  /** The web app that serves page data and images: scheme, host and port. */
  origin: v.pipe(Text, v.check(isOrigin), v.check(isSafeUrl), toOrigin),
  /** What the window shows in place of the configuration's `web.address`: any address that a user may type. */
  address: v.pipe(
    Text,
    v.transform((text) => typedAddress(text)?.href),
    v.string(),
  ),
  /** The web app's build id, for requests of page data; detected if absent. */
  buildId: v.pipe(Text, v.regex(BUILD_ID)),
  /** Other servers that a sign-in may visit. */
  signInHosts: v.array(v.pipe(Text, v.check(isOrigin), v.check(isSafeUrl), toOrigin)),
  /** Own authorities for servers' certificates: absolute paths of PEM files, or in a packed app their text. */
  certificateAuthorities: v.array(v.pipe(Text, v.nonEmpty())),
  /** Whether a user may trust the certificate of a server whose address they type; default: true. */
  trustCertificates: v.boolean(),
  /** `strict` takes out of the content security policy what most apps need of it: inline styles, `data:`, frames. */
  policy: v.picklist(['default', 'strict']),
  /** Whether pages are isolated from other origins (COOP and COEP), for SharedArrayBuffer. */
  isolated: v.boolean(),
  /** What pages may load in addition to the app's own files, such as `img-src https://cdn.example.com`. */
  contentSecurityPolicy: v.pipe(v.array(Text), checkedBy<string[]>(policyProblem)),
  /** Permissions that pages may ask for; default: none. */
  permissions: v.array(v.picklist(PERMISSIONS)),
  /** Whether page data marked `private` or `no-store` is saved for offline use. */
  savePrivate: v.boolean(),
  /** Timeout for page data, in seconds; default: 30. */
  dataTimeout: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(300)),
  /** Whether the app's pages check spelling; default: off. `dictionaries` is a folder of Chromium's .bdic files. */
  spelling: v.union([
    v.boolean(),
    v.strictObject({ dictionaries: v.pipe(Text, v.check(isSafeUrl), v.regex(/^[^?#]*\/$/)) }),
  ]),
  updateUrl: v.pipe(Text, v.check(isSafeUrl)),
  /** Which versions to install: releases only (`latest`, the default), or pre-releases too. */
  updateChannel: v.picklist(['latest', 'beta', 'alpha']),
};

export type ReportsSetting = v.InferOutput<typeof KEYS.reports>;
export type SettingsKey = keyof typeof KEYS;
export type Settings = { [K in SettingsKey]?: v.InferOutput<(typeof KEYS)[K]> } & { reports: ReportsSetting };

export const SETTING_DEFAULTS: Readonly<Settings> = { reports: 'ask' };

export const SETTINGS_KEYS = Object.keys(KEYS) as readonly SettingsKey[];

/** The settings that can be true or false. */
export const SWITCHES: ReadonlySet<string> = new Set(SETTINGS_KEYS.filter((key) => v.is(KEYS[key], true)));

/** Checks one value. `problem` is a sentence whose subject is the key; it never contains the value. */
export function checkSetting<K extends SettingsKey>(
  key: K,
  value: unknown,
  platform?: string,
): { value: NonNullable<Settings[K]> } | { problem: string } {
  const parsed = v.safeParse(KEYS[key], value);
  if (key === 'spelling' && value === true && platform === 'linux')
    return { problem: TEXTS.settings.noDictionaries };
  // KEYS[key] has the type of K, but TypeScript cannot infer that.
  if (parsed.success) return { value: parsed.output as NonNullable<Settings[K]> };
  const [{ type, message }] = parsed.issues;
  return { problem: type === 'raw_check' ? message : TEXTS.settings.must[key] };
}
