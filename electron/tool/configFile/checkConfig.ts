import * as v from 'valibot';
import { nearest } from '../../shared/nearest.ts';
import { CONFIG } from './configSchema.ts';
import type { HoldfastConfig } from './defineConfig.ts';

const EXAMPLES = new Map([
  ['name', "name: 'Shop'"],
  ['id', "id: 'com.example.shop'"],
  ['web', "web: { build: 'dist' }, with the folder that the app's own build writes"],
]);

const AT_SERVER =
  "name the server beside the build: web: { build: 'dist', address: 'https://shop.example.com' }. Its paths, cookies, sockets and sign-ins are then those of a browser";

type Schema = { entries?: Readonly<Record<string, Schema>>; wrapped?: Schema };

function keysBelow({ wrapped, entries = {} }: Schema, path = ''): string[] {
  if (wrapped) return keysBelow(wrapped, path);
  return Object.entries(entries).flatMap(([key, value]) => [
    path + key,
    ...keysBelow(value, `${path}${key}.`),
  ]);
}

function aboutKey(key: string, known: readonly string[]): string {
  if (key.startsWith('telemetry.before'))
    return 'a function goes into the file that "main" names: sentry: (options) => options, or "sentry" for pages';
  const last = key.slice(key.lastIndexOf('.') + 1);
  const folder = key.slice(0, key.length - last.length);
  const siblings = known.filter((one) => one.startsWith(folder) && !one.slice(folder.length).includes('.'));
  const near = nearest(key, siblings) ?? known.find((one) => one.endsWith(`.${last}`));
  return near ? `did you mean "${near}"?` : `known: ${siblings.join(', ')}.`;
}

/** Settings about the server of this repository's pages; the first two are an administrator's, too. */
const OF_PAGES = ['origin', 'address', 'buildId'] as const;

/** @throws Error for a setting that does little or nothing */
function withoutIdle(config: HoldfastConfig, file: string): HoldfastConfig {
  const idle = OF_PAGES.find((key) => config.settings?.[key] !== undefined);
  if (!idle) return config;
  const what = config.web.address
    ? `nothing beside "web.address", which names the server. Remove it`
    : `little for a build without "web.address": ${AT_SERVER}`;
  throw new Error(`${file}: "settings.${idle}" does ${what}.`);
}

/** Checks the export of a configuration file. @param hasPages whether it is for pages of this repository's router */
export function checkConfig(value: unknown, file: string, hasPages = false): HoldfastConfig {
  const { issues } = v.safeParse(CONFIG, Array.isArray(value) ? undefined : value, {
    abortPipeEarly: true,
    message: ({ expected, received }) => `must be ${expected}, not ${received}`,
  });
  if (!issues) return hasPages ? (value as HoldfastConfig) : withoutIdle(value as HoldfastConfig, file);
  // A mistyped key is also a missing key: report the mistyped one.
  const issue = issues.find(({ expected }) => expected === 'never') ?? issues[0];
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  if (path === '')
    throw new Error(`${file}: its default export must be an object: export default defineConfig({ … }).`);
  if (issue.expected === 'never')
    throw new Error(`${file}: unknown key "${path}": ${aboutKey(path, keysBelow(CONFIG as Schema))}`);
  const example = issue.received === 'undefined' && EXAMPLES.get(path);
  if (example) throw new Error(`${file}: "${path}" is missing: write ${example}.`);
  throw new Error(`${file}: "${path}" ${issue.message}.`);
}
