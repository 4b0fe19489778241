/** The keys of a configuration file. */
import * as v from 'valibot';
import { ASK, isDevAddress, isServerAddress, parseHttpUrl } from '../../common/origins.ts';
import { checkSetting, SETTINGS_KEYS, type SettingsKey } from '../../configuration/settings/schema.ts';
import { APP_SCHEME } from '../../shared/channels.ts';
import { accentProblem, fontStack } from './checkLook.ts';

/** As electron-builder accepts it (Semantic Versioning 2.0.0). */
export const VERSION = /^\d+\.\d+\.\d+(-[\w.-]+)?$/;

/** It also names the app's user data folder, on all systems. */
const NAME = /^(?![. ])[^\p{Cc}\\/:*?"<>|]{1,64}(?<![. ])$/u;
const NAME_MUST = 'must be a name of up to 64 characters without line breaks and \\ / : * ? " < > |';
const DEV_MUST =
  'must be the address of a server on this machine, without a path, such as "http://localhost:5173"';

const ADDRESS_MUST =
  'must be the address of your own server: https, or http on this machine, such as "https://shop.example.com"; or "ask"';

const PATHS = /^\/[\w.~%/-]*(?:\/\*)?$/;
const PATHS_MUST = 'must be a list of paths such as ["/api/*", "/sign-in"]';

const HOMEPAGE_MUST = 'must be an address such as "https://shop.example.com"';

const text = (pattern: RegExp, must: string) => v.pipe(v.string(must), v.regex(pattern, must));
const PATH = /^(?!\w+:\/\/)[^\p{Cc}]*[^\p{Cc}\s][^\p{Cc}]*$/u;
const folder = text(PATH, 'must be the path of a folder');
const command = text(/\S/, 'must be a command');
const word = text(/\S/, 'must be text');
const number = (must: string, lowest: number, highest: number) =>
  v.pipe(v.number(must), v.minValue(lowest, must), v.maxValue(highest, must));
const share = number('must be a number from 0 to 1', 0, 1);
const count = v.pipe(
  number('must be a whole number', 0, Number.MAX_SAFE_INTEGER),
  v.integer('must be a whole number'),
);
const words = (must: string) => v.array(v.string(must), must);
const selectors = words('must be a list of CSS selectors');
const addresses = words('must be a list of script addresses, or of parts of them');
const names = words('must be a list of names of values, such as "cacheKey"');
const OBJECT = 'must be an object';
const flag = v.boolean('must be true or false');
const record = v.record(v.string(), v.unknown(), OBJECT);

/** The same check as in the app at its start. */
const setting = (key: SettingsKey) =>
  v.pipe(
    v.unknown(),
    v.rawCheck(({ dataset, addIssue }) => {
      const checked = checkSetting(key, dataset.value);
      if ('problem' in checked) addIssue({ message: checked.problem });
    }),
  );

const SETTINGS: v.ObjectEntries = Object.fromEntries(
  SETTINGS_KEYS.map((key) => [key, v.optional(setting(key))]),
);

const ACCENT_MUST =
  "must be a colour such as '#0a66c2', or one for each scheme: { light: '#0a66c2', dark: '#6ab0f3' }";
const colour = v.pipe(v.string(ACCENT_MUST), v.regex(/^#[\da-f]{6}$/i, ACCENT_MUST));
const accent = v.pipe(
  v.union([colour, v.strictObject({ light: colour, dark: colour }, ACCENT_MUST)], ACCENT_MUST),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed && accentProblem(dataset.value);
    if (message) addIssue({ message });
  }),
);
const FONT_MUST = `must be names of installed fonts: 'Inter, "Segoe UI", sans-serif'`;
const font = v.pipe(
  v.string(FONT_MUST),
  v.check((text) => fontStack(text) !== undefined, FONT_MUST),
);

const FALLBACK_MUST =
  'must be a document of the build, such as "index.html", or one for each folder: { "/de/": "de/index.html" }';
const fallback = text(/\.html$/, FALLBACK_MUST);

const web = v.pipe(
  v.strictObject(
    {
      build: v.optional(text(PATH, 'must be the path of a folder: an address is for "web.address"')),
      buildCommand: v.optional(command),
      base: v.optional(
        text(/^\/(?:[^\s?#/\\][^\s?#\\]*\/)?$/, 'must be the path of a folder, such as "/shop/"'),
      ),
      fallback: v.optional(
        v.union(
          [fallback, v.record(text(/^\/(?:.+\/)?$/, FALLBACK_MUST), fallback, FALLBACK_MUST)],
          FALLBACK_MUST,
        ),
      ),
      dev: v.optional(v.pipe(v.string(DEV_MUST), v.check(isDevAddress, DEV_MUST))),
      devCommand: v.optional(command),
      address: v.optional(
        v.pipe(
          v.string(ADDRESS_MUST),
          v.check((text) => text === ASK || isServerAddress(text), ADDRESS_MUST),
        ),
      ),
      serverPages: v.optional(flag),
      serverPaths: v.optional(v.array(v.pipe(v.string(PATHS_MUST), v.regex(PATHS, PATHS_MUST)), PATHS_MUST)),
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

const telemetry = v.partial(
  v.strictObject(
    {
      release: word,
      environment: word,
      dist: word,
      tracesSampleRate: share,
      ignoreErrors: words('must be a list of texts contained in error messages'),
      allowUrls: addresses,
      denyUrls: addresses,
      enableLogs: flag,
      enableRendererProfiling: flag,
      initialScope: v.partial(
        v.strictObject(
          { tags: record, user: record, extra: record, contexts: v.record(v.string(), record, OBJECT) },
          OBJECT,
        ),
      ),
      replays: v.strictObject(
        { session: share, onError: share },
        'must be an object: { session: 0, onError: 1 }',
      ),
      masks: v.partial(
        v.strictObject(
          { mask: selectors, unmask: selectors, block: selectors, unblock: selectors, ignore: selectors },
          OBJECT,
        ),
      ),
      redact: v.partial(v.strictObject({ keep: names, add: names }, OBJECT)),
      tracePropagationTargets: words('must be a list of addresses, or of parts of them'),
      reportsPerHour: count,
      reportsPerDay: count,
    },
    OBJECT,
  ),
);

export const CONFIG = v.strictObject({
  name: text(NAME, NAME_MUST),
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
    v.pipe(
      v.string(HOMEPAGE_MUST),
      v.check((text) => parseHttpUrl(text) !== undefined, HOMEPAGE_MUST),
    ),
  ),
  maintainer: v.optional(
    text(
      /^[^\p{Cc}<>]*\S <[^\s<>@]+@[^\s<>@]+>$/u,
      'must be a name and an e-mail address: "Shop <shop@example.com>"',
    ),
  ),
  icons: v.optional(folder),
  look: v.optional(v.partial(v.strictObject({ accent, font }, OBJECT))),
  desktop: v.optional(
    v.pipe(
      v.partial(
        v.strictObject({ badge: flag, tray: flag, closeToTray: flag, startWithSystem: flag }, OBJECT),
      ),
      v.check(
        ({ tray, closeToTray }) => !closeToTray || tray === true,
        'has "closeToTray", which needs tray: true',
      ),
    ),
  ),
  web,
  main: v.optional(text(PATH, 'must be the path of a file such as "desktop/main.ts"')),
  sentry: v.optional(text(PATH, 'must be the path of a file such as "desktop/sentry.ts"')),
  settings: v.optional(v.strictObject(SETTINGS, OBJECT)),
  telemetry: v.optional(telemetry),
  builder: v.optional(v.looseObject({}, "must be an object of electron-builder's options")),
});
