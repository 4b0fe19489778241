/** Merges the app's own electron-builder options over Holdfast's. */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Configuration } from 'electron-builder';
import { isObject } from '../../shared/isObject.ts';

/** Options that belong elsewhere or must not change, at any depth: `win.asar` as well as `asar`. */
const REASONS: readonly (readonly [why: string, names: string])[] = [
  [
    'it could change an installed app, which is sealed; extraResources puts files beside app.asar',
    `asar asarUnpack disableAsarIntegrity disableSanityCheckAsar ElectronAsarIntegrity electronCompile electronFuses
    extraFiles executableArgs Exec yaml environment LSEnvironment CFBundleExecutable hardenedRuntime signIgnore appimage`,
  ],
  [
    'the app folder, its package.json and the places of files are made from your configuration',
    'files directories extraMetadata extends beforeBuild beforePack',
  ],
  [
    'Holdfast pins Electron; ELECTRON_MIRROR names another download address, ELECTRON_OVERRIDE_DIST_PATH an unpacked one',
    'electronVersion electronDownload electronDist electronBranding framework',
  ],
  ['Holdfast uses this hook; afterSign runs later', 'afterExtract afterPack'],
  ['updates are always verified in every possible way', 'verifyUpdateCodeSignature'],
  ['nothing is published; the setting "updateUrl" says where updates are', 'publish'],
  ['the configuration has it as "id"', 'appId CFBundleIdentifier'],
  ['the configuration has it as "name"', 'productName'],
  ['the configuration has it as "program"', 'executableName'],
];
export const REFUSED: Readonly<Record<string, string>> = Object.fromEntries(
  REASONS.flatMap(([why, names]) => names.split(/\s+/).map((name) => [name, why])),
);

/** Entitlements that would allow other code, or a debugger, in a signed macOS app. */
const UNSEALING =
  /com\.apple\.security\.(?:get-task-allow|cs\.(?:allow-dyld-environment-variables|disable-library-validation|disable-executable-page-protection|allow-unsigned-executable-memory))/;

type Options = Readonly<Record<string, unknown>>;

/** Merges objects key by key; anything else, including a list, replaces the previous value. */
export function mergeOptions(base: Configuration, own: Configuration = {}): Configuration {
  check(own, 'builder');
  return merge(base as Options, own as Options, 'builder') as Configuration;
}

function merge(base: Options, own: Options, path: string): Options {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = base[key];
    if (isObject(before) && !isObject(value))
      throw new Error(`${path}.${key} must be an object. Correct it.`);
    merged[key] = isObject(value) ? merge(isObject(before) ? before : {}, value, `${path}.${key}`) : value;
  }
  return merged;
}

/** @throws Error that names the first option that would unseal the app or belongs elsewhere, at any depth */
function check(value: unknown, path: string): void {
  for (const [key, inner] of Object.entries(Object(value) === value ? (value as Options) : {})) {
    const name = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    const why = Object.hasOwn(REFUSED, key) ? REFUSED[key] : problemOf(key, inner);
    if (why) throw new Error(`${name}: ${why}. Remove it.`);
    check(inner, name);
  }
}

/** Returns the problem with the value of an allowed option. */
function problemOf(key: string, value: unknown): string | undefined {
  const texts = [value].flat().filter((one) => typeof one === 'string');
  if (key.startsWith('entitlements')) {
    const found = texts.map((file) => existsSync(file) && UNSEALING.exec(readFileSync(file, 'utf8'))?.[0]);
    return found[0] ? `${found[0]} would allow other code in the app` : undefined;
  }
  if (
    key === 'to' &&
    texts.some((to) => posix.isAbsolute(to) || /^\w:|\\|^\.\.(\/|$)/.test(posix.normalize(to)))
  )
    return 'extraResources puts files beside app.asar, not elsewhere';
  if (key === 'fpm' && texts.some((text) => /^[^-].*=/.test(text)))
    return 'packages contain the packed app and nothing else; extraResources puts files beside app.asar';
  return undefined;
}
