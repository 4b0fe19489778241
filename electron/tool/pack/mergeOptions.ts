import { existsSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
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

/**
 * Merges the app's own options for electron-builder over Holdfast's. Of what is no object, the app's replaces it.
 * @param root the app's folder, in which `extraResources` are: electron-builder would look in the folder that it packs
 * @throws Error that names the first option that would unseal the app or belongs elsewhere, at any depth
 */
export const mergeOptions = (base: Configuration, own: Configuration = {}, root = process.cwd()) =>
  merge(base, own, root, 'builder') as Configuration;

function merge(base: unknown, own: unknown, root: string, path: string): unknown {
  if (Array.isArray(own)) return own.map((one, at) => merge(undefined, one, root, `${path}[${at}]`));
  if (!isObject(own)) {
    if (isObject(base)) throw new Error(`${path} must be an object. Correct it.`);
    return own;
  }
  const before: Readonly<Record<string, unknown>> = isObject(base) ? base : {};
  const merged = Object.entries(own).map(([key, value]) => {
    const why = Object.hasOwn(REFUSED, key) ? REFUSED[key] : problemOf(key, value);
    if (why) throw new Error(`${path}.${key}: ${why}. Remove it.`);
    const found = key === 'extraResources' ? within(root, value) : value;
    return [key, merge(before[key], found, root, `${path}.${key}`)];
  });
  return { ...before, ...Object.fromEntries(merged) };
}

function within(root: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => within(root, one));
  if (typeof value === 'string') return { from: root, filter: [value] };
  return isObject(value) ? { ...value, from: resolve(root, String(value.from ?? '')) } : value;
}

/** Returns the problem with the value of an allowed option. */
function problemOf(key: string, value: unknown): string | undefined {
  const texts = [value].flat().filter((one) => typeof one === 'string');
  if (key.startsWith('entitlements')) {
    const found = texts.map((file) => existsSync(file) && UNSEALING.exec(readFileSync(file, 'utf8'))?.[0]);
    return found[0] ? `${found[0]} would allow other code in the app` : undefined;
  }
  if (key === 'to' && texts.some((to) => /^\/|^\w:|\\|^\.\.(\/|$)/.test(posix.normalize(to))))
    return 'extraResources puts files beside app.asar, not elsewhere';
  if (key === 'fpm' && texts.some((text) => /^[^-].*=/.test(text)))
    return 'packages contain the packed app and nothing else; extraResources puts files beside app.asar';
  return undefined;
}
