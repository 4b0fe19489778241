/** The app's own options for electron-builder, over Holdfast's. */
import type { Configuration } from 'electron-builder';

const SEALED = 'so that nobody changes an installed app';
const SAID = (key: string) => `write "${key}" in the configuration instead`;

/** What has another place, or must stay, at any depth: `win.asar` as well as `asar`. */
const REFUSED: Readonly<Record<string, string>> = {
  asar: `the app is always packed into app.asar, ${SEALED}`,
  asarUnpack: `all of the app is in app.asar, ${SEALED}; extraResources puts files beside it`,
  disableAsarIntegrity: `app.asar is always checked, ${SEALED}`,
  electronFuses: `the fuses are Holdfast's, ${SEALED}`,
  files: 'the app folder is packed whole: what belongs into it is in "web.build" and "main"',
  directories: '--output names the output folder, and "icons" that of the icons',
  extraMetadata: "package.json in the app is made from the app's own",
  extends: 'other files of options are not read',
  electronVersion: 'Electron is the one that Holdfast is pinned to',
  electronDist: 'ELECTRON_OVERRIDE_DIST_PATH names an unpacked Electron',
  electronBranding: 'Electron is the one that Holdfast is pinned to',
  framework: 'Electron is what Holdfast runs on',
  beforePack: 'the app folder is written before; "web.buildCommand" is run by start',
  afterExtract: "Holdfast's own step is there",
  afterPack: "Holdfast's own step is there, which sets the fuses; afterSign comes later",
  publish: 'nothing is published; the setting "updateUrl" says where updates are',
  appId: SAID('id'),
  productName: SAID('name'),
  executableName: SAID('program'),
};

type Options = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges objects key by key; anything else, lists too, replaces what was there.
 * @throws Error that names an option which the app must not set, and why
 */
export function mergeOptions(base: Configuration, own: Configuration = {}): Configuration {
  return merge(base as Options, own as Options, 'builder') as Configuration;
}

function merge(base: Options, own: Options, path: string): Options {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const name = `${path}.${key}`;
    const why = Object.hasOwn(REFUSED, key) ? REFUSED[key] : undefined;
    if (why) throw new Error(`${name}: ${why}. Remove it.`);
    merged[key] = isObject(value) ? merge(isObject(base[key]) ? base[key] : {}, value, name) : value;
  }
  return merged;
}
