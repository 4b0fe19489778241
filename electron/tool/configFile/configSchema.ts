/** The keys of a configuration file. A value without a message here gets one from its expected type (checkConfig.ts). */
import * as v from 'valibot';
import {
  checkedBy,
  checkSetting,
  SETTINGS_KEYS,
  type SettingsKey,
} from '../../builtConfig/settingsSchema/schema.ts';
import { ASK, isDevAddress, isServerAddress, parseHttpUrl } from '../../common/origins.ts';
import { APP_SCHEME } from '../../shared/channels.ts';
import { accentProblem, fontStack } from './checkLook.ts';

/** As electron-builder accepts it (Semantic Versioning 2.0.0). */
export const VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** It also names the app's user data folder, on all systems. */
const NAME = /^(?![. ])[^\p{Cc}\\/:*?"<>|]{1,64}(?<![. ])$/u;
const PATHS = /^\/[\w.~%/-]*(?:\/\*)?$/;
const PATH = /^(?!\w+:\/\/)[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u;

const text = (pattern: RegExp, must: string) => v.pipe(v.string(), v.regex(pattern, must));
const checked = (isRight: (text: string) => boolean, must: string) =>
  v.pipe(v.string(), v.check(isRight, must));
const command = text(/\S/, 'must be a command');
const word = text(/\S/, 'must be text');
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const words = v.array(v.string());
const flag = v.boolean();
const record = v.record(v.string(), v.unknown());
const optionals = <T extends v.ObjectEntries>(entries: T, must?: string) =>
  v.partial(v.strictObject(entries, must));

/** The same check as in the app at its start. */
const setting = (key: SettingsKey) =>
  v.pipe(
    v.unknown(),
    checkedBy((value) => {
      const checked = checkSetting(key, value);
      return 'problem' in checked ? checked.problem : undefined;
    }),
  );

const SETTINGS = Object.fromEntries(SETTINGS_KEYS.map((key) => [key, v.optional(setting(key))]));

const ACCENT_MUST =
  "must be a colour such as '#0a66c2', or one for each scheme: { light: '#0a66c2', dark: '#6ab0f3' }";
const colour = text(/^#[\da-f]{6}$/i, ACCENT_MUST);
const accent = v.pipe(
  v.union([colour, v.strictObject({ light: colour, dark: colour })], ACCENT_MUST),
  checkedBy(accentProblem),
);
const font = checked(
  (text) => fontStack(text) !== undefined,
  `must be names of installed fonts: 'Inter, "Segoe UI", sans-serif'`,
);

const FALLBACK_MUST =
  'must be a document of the build, such as "index.html", or one for each folder: { "/de/": "de/index.html" }';
const fallback = text(/\.html$/, FALLBACK_MUST);

const web = v.pipe(
  optionals(
    {
      build: text(PATH, 'must be the path of a folder: an address is for "web.address"'),
      buildCommand: command,
      base: text(/^\/(?:[^\s?#/\\][^\s?#\\]*\/)?$/, 'must be the path of a folder, such as "/shop/"'),
      fallback: v.union([fallback, v.record(text(/^\/(?:.+\/)?$/, FALLBACK_MUST), fallback)], FALLBACK_MUST),
      dev: checked(
        isDevAddress,
        'must be the address of a server on this machine, without a path, such as "http://localhost:5173"',
      ),
      devCommand: command,
      address: checked(
        (text) => text === ASK || isServerAddress(text),
        'must be the address of your own server: https, or http on this machine, such as "https://shop.example.com"; or "ask"',
      ),
      serverPages: flag,
      serverPaths: v.array(text(PATHS, 'must be a path of the list, such as ["/api/*", "/sign-in"]')),
    },
    "must be an object such as { build: 'dist' }",
  ),
  v.check(
    ({ address, build, ...others }) =>
      address === undefined || build !== undefined || Object.keys(others).length === 0,
    'has "address" without "build", and so takes nothing else: the pages are those of that server',
  ),
  v.check(
    ({ address, serverPages, serverPaths }) =>
      address !== undefined || (serverPages ?? serverPaths) === undefined,
    'has "serverPages" or "serverPaths", which need an "address"',
  ),
  v.check(
    ({ build, buildCommand, base, fallback, address }) =>
      build !== undefined || (address !== undefined && (buildCommand ?? base ?? fallback) === undefined),
    "must have build: 'dist', with the folder that the app's own build writes, or address: 'https://shop.example.com', with pages of your server, or both",
  ),
);

const telemetry = optionals({
  release: word,
  environment: word,
  dist: word,
  tracesSampleRate: share,
  ignoreErrors: words,
  allowUrls: words,
  denyUrls: words,
  enableLogs: flag,
  enableRendererProfiling: flag,
  initialScope: optionals({
    tags: record,
    user: record,
    extra: record,
    contexts: v.record(v.string(), record),
  }),
  replays: v.strictObject({ session: share, onError: share }),
  masks: optionals({ mask: words, unmask: words, block: words, unblock: words, ignore: words }),
  redact: optionals({ keep: words, add: words }),
  tracePropagationTargets: words,
  reportsPerHour: count,
  reportsPerDay: count,
});

export const CONFIG = v.strictObject({
  name: text(NAME, 'must be a name of up to 64 characters without line breaks and \\ / : * ? " < > |'),
  program: v.optional(text(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens')),
  id: text(/^[\w-]+(\.[\w-]+)+$/, 'must be a reverse domain name such as "com.example.shop"'),
  scheme: v.optional(
    v.pipe(
      text(/^[a-z][a-z0-9+.-]*$/, 'must be lower-case letters, digits, + . and hyphens'),
      v.notValue(APP_SCHEME, 'must not be "app": that is the scheme of the pages themselves'),
    ),
  ),
  version: v.optional(text(VERSION, 'must be a version such as "1.2.3"')),
  homepage: v.optional(
    checked(
      (text) => parseHttpUrl(text) !== undefined,
      'must be an address such as "https://shop.example.com"',
    ),
  ),
  maintainer: v.optional(
    text(
      /^[^\p{Cc}<>]*\S <[^\s<>@]+@[^\s<>@]+>$/u,
      'must be a name and an e-mail address: "Shop <shop@example.com>"',
    ),
  ),
  icons: v.optional(text(PATH, 'must be the path of a folder')),
  look: v.optional(optionals({ accent, font })),
  desktop: v.optional(
    v.pipe(
      optionals({ badge: flag, tray: flag, closeToTray: flag, startWithSystem: flag }),
      v.check(
        ({ tray, closeToTray }) => !closeToTray || tray === true,
        'has "closeToTray", which needs tray: true',
      ),
    ),
  ),
  web,
  main: v.optional(text(PATH, 'must be the path of a file such as "desktop/main.ts"')),
  sentry: v.optional(text(PATH, 'must be the path of a file such as "desktop/sentry.ts"')),
  settings: v.optional(v.strictObject(SETTINGS)),
  telemetry: v.optional(telemetry),
  builder: v.optional(v.looseObject({})),
});
