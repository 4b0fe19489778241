/** Merges the app's own electron-builder options over Holdfast's. */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Configuration } from 'electron-builder';
import { isObject } from '../../shared/isObject.ts';

const SEALED = 'so that nobody can change an installed app';
const UNCHECKED = "only electron-builder's own tools, whose checksums it knows, make installers";
const SAID = (key: string) => `write "${key}" in the configuration instead`;

/** Options that belong elsewhere or must not change, at any depth: `win.asar` as well as `asar`. */
export const REFUSED: Readonly<Record<string, string>> = {
  asar: `the app is always packed into app.asar, ${SEALED}`,
  asarUnpack: `all of the app is in app.asar, ${SEALED}; extraResources puts files beside it`,
  disableAsarIntegrity: `app.asar is always checked, ${SEALED}`,
  disableSanityCheckAsar: `app.asar is always checked, ${SEALED}`,
  ElectronAsarIntegrity: `app.asar is always checked, ${SEALED}`,
  electronCompile: `app.asar holds the app folder as it is, ${SEALED}`,
  electronFuses: `the fuses are Holdfast's, ${SEALED}`,
  extraFiles: `the files beside the program come from Electron, ${SEALED}; extraResources puts files beside app.asar`,
  files: 'the app folder is packed whole: "web.build" and "main" say what is in it',
  directories: '--output names the output folder, and "icons" the icons\' folder',
  extraMetadata: "the app's package.json is generated from your own",
  extends: 'other option files are not read',
  electronVersion: 'Holdfast pins the Electron version',
  electronDownload: 'ELECTRON_MIRROR names another download address for Electron, which is still verified',
  electronDist: 'ELECTRON_OVERRIDE_DIST_PATH names an unpacked Electron',
  electronBranding: 'Holdfast pins the Electron version',
  framework: 'Electron is what Holdfast runs on',
  executableArgs: `the program starts without switches, ${SEALED}`,
  Exec: `the program starts without switches, ${SEALED}`,
  appimage: 'an older toolset starts the program without its sandbox',
  yaml: `a snap starts the program without switches, ${SEALED}`,
  environment: `variables may load other code, ${SEALED}`,
  LSEnvironment: `variables may load other code, ${SEALED}`,
  CFBundleExecutable: `the program is the app's own, ${SEALED}`,
  hardenedRuntime: `a signed app always has it, ${SEALED}`,
  signIgnore: `all of the app is signed, ${SEALED}`,
  verifyUpdateCodeSignature: 'updates are always verified in every possible way',
  customNsisBinary: UNCHECKED,
  customNsisResources: UNCHECKED,
  customSquirrelVendorDir: UNCHECKED,
  beforeBuild: 'the app folder is written earlier; "web.buildCommand" is run by start',
  beforePack: 'the app folder is written earlier; "web.buildCommand" is run by start',
  afterExtract: 'Holdfast uses this hook',
  afterPack: 'Holdfast uses this hook to set the fuses; use afterSign, which runs later',
  publish: 'nothing is published; the setting "updateUrl" says where updates are',
  appId: SAID('id'),
  productName: SAID('name'),
  executableName: SAID('program'),
  CFBundleIdentifier: SAID('id'),
};

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
