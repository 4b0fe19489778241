/** What makes this shell an app: its name, id, links and reports. Read from `config.json` when main starts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { APP_FILES, appFolder } from './app/folder.ts';
import * as TEXTS from './shared/texts.ts';

/** Data only: functions are in the app's own main code. */
export interface Config {
  /**
   * Whether this is an installed app, whose settings only an administrator may change from outside. Packaging writes it into
   * app.asar, and the archive's integrity seals it; `app.isPackaged` looks only at what the program file is called.
   */
  packaged: boolean;
  /** As users read it: title, menus, folders of their files. */
  name: string;
  /** Of the program file and of the packages for Linux: lower case, no spaces. */
  program: string;
  /** Reverse domain name, by which systems know the app; never change it once the app is out. */
  id: string;
  /** `scheme://open/path` opens a page of the app. */
  scheme: string;
  homepage: string;
  /** Name and address, as Linux packages want it. */
  maintainer: string;
  telemetry: {
    /** Default: program and version, such as `holdfast@0.1.0`. */
    release?: string;
    /** Default: `production` when packaged, else `development`. */
    environment?: string;
    dist?: string;
    /** Share of page loads and navigations that are traced, 0 to 1; absent: none, and no code for it is loaded. */
    tracesSampleRate?: number;
    /** As the SDK's options of these names. Addresses of scripts count for errors of pages, the others everywhere. */
    ignoreErrors?: string[];
    allowUrls?: string[];
    denyUrls?: string[];
    /** Default: true. */
    enableLogs?: boolean;
    /** Whether pages may use Chromium's profiler, for the SDK's browserProfilingIntegration. Default: false. */
    enableRendererProfiling?: boolean;
    initialScope?: Partial<Record<'tags' | 'user' | 'extra' | 'contexts', Record<string, unknown>>>;
    /** Share of replays that are sent from their start, and of those that an error brings; 0 to 1. */
    replays: { session: number; onError: number };
    /** CSS selectors for replays, beside the masking of all text, input and media. */
    masks: { mask?: string[]; unmask?: string[]; block?: string[]; unblock?: string[]; ignore?: string[] };
    /** Names of values that reports keep, and of others that they leave out beside passwords and the like. */
    redact?: { keep?: string[]; add?: string[] };
    /** To which addresses requests of main say the trace they belong to. Default: the setting `origin`, only. */
    tracePropagationTargets?: string[];
    /** Lower or higher than the table of limits (shared/limits.ts). */
    reportsPerHour?: number;
    reportsPerDay?: number;
  };
  /** The settings that are shipped with the app; settings.ts checks them. */
  settings: Readonly<Record<string, unknown>>;
  web: {
    /** Address of the app's dev server. Only in development, never in a packaged app. */
    dev?: string;
  };
}

/** What `config.json` leaves out, and all of it for this repository's own app. */
export const DEFAULTS: Config = {
  packaged: false,
  name: 'Holdfast',
  program: 'holdfast',
  id: 'com.example.holdfast',
  scheme: 'holdfast',
  homepage: 'https://example.com/holdfast',
  maintainer: 'Holdfast maintainers <maintainers@example.com>',
  telemetry: {
    replays: { session: 0, onError: 1 },
    masks: {},
  },
  settings: {},
  web: {},
};

const words = v.array(v.string());
const fields = v.record(v.string(), v.unknown());
const text = v.pipe(v.string(), v.nonEmpty());
const TELEMETRY = v.partial(
  v.object({
    release: text,
    environment: text,
    dist: text,
    tracesSampleRate: v.number(),
    ignoreErrors: words,
    allowUrls: words,
    denyUrls: words,
    enableLogs: v.boolean(),
    enableRendererProfiling: v.boolean(),
    initialScope: v.partial(v.object({ tags: fields, user: fields, extra: fields, contexts: fields })),
    replays: v.object({ session: v.number(), onError: v.number() }),
    masks: v.partial(v.object({ mask: words, unmask: words, block: words, unblock: words, ignore: words })),
    redact: v.partial(v.object({ keep: words, add: words })),
    tracePropagationTargets: words,
    reportsPerHour: v.number(),
    reportsPerDay: v.number(),
  }),
);

/** Only the types: the tool has checked the values when it wrote the file. */
const KEYS = {
  packaged: v.boolean(),
  name: text,
  program: text,
  id: text,
  scheme: text,
  homepage: v.string(),
  maintainer: v.string(),
  telemetry: TELEMETRY,
  settings: v.record(v.string(), v.unknown()),
  web: v.object({ dev: v.optional(text) }),
};

/**
 * Reads the configuration of an app; without a file it is the default. Throws nothing: what cannot be used stays as the
 * default, and `problem` says why, in a sentence without its subject, the file. An app whose file cannot be read counts as
 * packaged.
 */
export function readConfig(file: string): { config: Config; problem?: string } {
  const config: Config = { ...DEFAULTS, telemetry: { ...DEFAULTS.telemetry } };
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { config };
    config.packaged = true;
    return { config, problem: code ? `${TEXTS.settings.unreadable} (${code})` : TEXTS.settings.notJson };
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return { config: { ...config, packaged: true }, problem: TEXTS.settings.notObject };
  const wrong: string[] = [];
  for (const [key, schema] of Object.entries(KEYS)) {
    if (!Object.hasOwn(read, key)) continue;
    const { success, output, issues } = v.safeParse(schema, read[key as keyof typeof read]);
    if (!success) wrong.push(`"${[key, v.getDotPath(issues[0])].filter(Boolean).join('.')}"`);
    else
      Object.assign(config, {
        [key]: key === 'telemetry' ? { ...config.telemetry, ...Object(output) } : output,
      });
  }
  return wrong.length > 0 ? { config, problem: `has the wrong type in ${wrong.join(', ')}` } : { config };
}

export const CONFIG_FILE = join(appFolder(), APP_FILES.config);
/** The configuration of this app, and what is wrong with its file. */
export const { config, problem: configProblem } = readConfig(CONFIG_FILE);
