/** The app's own options for electron-builder, over Holdfast's. */
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import type { Configuration } from 'electron-builder';

const SEALED = 'so that nobody changes an installed app';
const UNCHECKED = "installers are made by electron-builder's own tools, whose checksums it knows";
const SAID = (key: string) => `write "${key}" in the configuration instead`;

/** What belongs elsewhere, or must stay as it is, at any depth: `win.asar` as well as `asar`. */
export const REFUSED: Readonly<Record<string, string>> = {
  asar: `the app is always packed into app.asar, ${SEALED}`,
  asarUnpack: `all of the app is in app.asar, ${SEALED}; extraResources puts files beside it`,
  disableAsarIntegrity: `app.asar is always checked, ${SEALED}`,
  disableSanityCheckAsar: `app.asar is always checked, ${SEALED}`,
  ElectronAsarIntegrity: `app.asar is always checked, ${SEALED}`,
  electronCompile: `app.asar holds the app folder as it is, ${SEALED}`,
  electronFuses: `the fuses are Holdfast's, ${SEALED}`,
  extraFiles: `the files beside the program are Electron's, ${SEALED}; extraResources puts files beside app.asar`,
  files: 'the app folder is packed whole: what belongs into it is in "web.build" and "main"',
  directories: '--output names the output folder, and "icons" that of the icons',
  extraMetadata: "package.json in the app is made from the app's own",
  extends: 'other files of options are not read',
  electronVersion: 'Electron is the one that Holdfast is pinned to',
  electronDownload: 'ELECTRON_MIRROR names another place of Electron, which is checked all the same',
  electronDist: 'ELECTRON_OVERRIDE_DIST_PATH names an unpacked Electron',
  electronBranding: 'Electron is the one that Holdfast is pinned to',
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
  verifyUpdateCodeSignature: 'updates are checked in every way there is',
  customNsisBinary: UNCHECKED,
  customNsisResources: UNCHECKED,
  customSquirrelVendorDir: UNCHECKED,
  beforeBuild: 'the app folder is written before; "web.buildCommand" is run by start',
  beforePack: 'the app folder is written before; "web.buildCommand" is run by start',
  afterExtract: "Holdfast's own step is there",
  afterPack: "Holdfast's own step is there, which sets the fuses; afterSign comes later",
  publish: 'nothing is published; the setting "updateUrl" says where updates are',
  appId: SAID('id'),
  productName: SAID('name'),
  executableName: SAID('program'),
  CFBundleIdentifier: SAID('id'),
};

/** Entitlements that let other code into a signed app of macOS, or a debugger at it. */
const UNSEALING =
  /com\.apple\.security\.(?:get-task-allow|cs\.(?:allow-dyld-environment-variables|disable-library-validation|disable-executable-page-protection|allow-unsigned-executable-memory))/;

type Options = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges objects key by key; anything else, lists too, replaces what was there.
 * @throws Error that names an option which the app must not set, and why
 */
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

/** @throws Error that names the first option which unseals the app or belongs elsewhere, in objects and lists at any depth */
function check(value: unknown, path: string): void {
  for (const [key, inner] of Object.entries(Object(value) === value ? (value as Options) : {})) {
    const name = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    const why = Object.hasOwn(REFUSED, key) ? REFUSED[key] : problemOf(key, inner);
    if (why) throw new Error(`${name}: ${why}. Remove it.`);
    check(inner, name);
  }
}

/** What is wrong with the value of an option that may be set. */
function problemOf(key: string, value: unknown): string | undefined {
  const texts = [value].flat().filter((one) => typeof one === 'string');
  if (key.startsWith('entitlements')) {
    const found = texts.map((file) => existsSync(file) && UNSEALING.exec(readFileSync(file, 'utf8'))?.[0]);
    return found[0] ? `${found[0]} would let other code into the app` : undefined;
  }
  if (
    key === 'to' &&
    texts.some((to) => posix.isAbsolute(to) || /^\w:|\\|^\.\.(\/|$)/.test(posix.normalize(to)))
  )
    return 'extraResources puts files beside app.asar, not elsewhere';
  if (key === 'fpm' && texts.some((text) => /^[^-].*=/.test(text)))
    return 'packages hold the packed app and nothing else; extraResources puts files beside app.asar';
  return undefined;
}
