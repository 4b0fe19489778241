/** What makes this shell an app: its name, id, links and reports. Read from `config.json` when main starts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { APP_FILES, appFolder } from './app/folder.ts';
import * as TEXTS from './shared/texts.ts';

/** Data only; functions belong in the app's own main code. */
export interface Config {
  /**
   * Whether this is an installed app, whose settings only an administrator may change from outside. Packaging writes
   * this into app.asar, where the archive's integrity check protects it; `app.isPackaged` looks only at the program
   * file's name.
   */
  packaged: boolean;
  /** The name that users see: in titles, menus and folders of their files. */
  name: string;
  /** Name of the program file and of the Linux packages: lower case, no spaces. */
  program: string;
  /** Reverse domain name that identifies the app to the system. Never change it after the first release. */
  id: string;
  scheme: string;
  homepage: string;
  /** Name and address, as Linux packages require it. */
  maintainer: string;
  telemetry: {
    /** Default: program and version, such as `holdfast@0.1.0`. */
    release?: string;
    /** Default: `production` when packaged, else `development`. */
    environment?: string;
    dist?: string;
    /** Share of page loads and navigations to trace, 0 to 1. Absent means none, and no tracing code is loaded. */
    tracesSampleRate?: number;
    /** The SDK's options of these names. Script addresses apply to errors of pages, the others to all errors. */
    ignoreErrors?: string[];
    allowUrls?: string[];
    denyUrls?: string[];
    /** Default: true. */
    enableLogs?: boolean;
    /** Whether pages may use Chromium's profiler, for the SDK's browserProfilingIntegration. Default: false. */
    enableRendererProfiling?: boolean;
    initialScope?: Partial<Record<'tags' | 'user' | 'extra' | 'contexts', Record<string, unknown>>>;
    /** Share of replays sent from their start, and share of those sent on an error; 0 to 1. */
    replays: { session: number; onError: number };
    /** CSS selectors for replays, in addition to the masking of all text, input and media. */
    masks: { mask?: string[]; unmask?: string[]; block?: string[]; unblock?: string[]; ignore?: string[] };
    /** Names of values that reports keep, and names that they remove in addition to passwords and similar ones. */
    redact?: { keep?: string[]; add?: string[] };
    /** Addresses to which main's requests send their trace. Default: only the setting `origin`. */
    tracePropagationTargets?: string[];
    /** Replaces the default in the table of limits (shared/limits.ts). */
    reportsPerHour?: number;
    reportsPerDay?: number;
  };
  /** The app's own look on the shell's pages; colours are `#rrggbb`, for light and for dark pages. */
  look: {
    /** The main button's, its label's, and what the button is mixed with while it is pressed. */
    colours?: Record<'accent' | 'label' | 'away', [light: string, dark: string]>;
    /** A CSS font stack whose names are quoted. */
    font?: string;
    /** Whether the app folder has its icon. */
    icon?: boolean;
  };
  /** The settings shipped with the app, which settings.ts checks. */
  settings: Readonly<Record<string, unknown>>;
  web: {
    /** Address of the app's dev server. Only in development, never in a packaged app. */
    dev?: string;
    /** Address of the app's own server, which the window shows in place of a web build; `ask`: the user types it. */
    address?: string;
  };
}

/** Defaults for keys missing in `config.json`, and the whole configuration of this repository's own app. */
export const CONFIG_DEFAULTS: Config = {
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
  look: {},
  settings: {},
  web: {},
};

const words = v.array(v.string());
const fields = v.record(v.string(), v.unknown());
const text = v.pipe(v.string(), v.nonEmpty());
const colour = v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/));
const pair = v.tuple([colour, colour]);
/** They become part of style sheets: a text that could end a value is refused here too. */
const LOOK = v.partial(
  v.object({
    colours: v.object({ accent: pair, label: pair, away: pair }),
    font: v.pipe(v.string(), v.regex(/^[\p{L}\p{M}\p{N} ._",-]+$/u)),
    icon: v.boolean(),
  }),
);
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

/** Only the types: the tool checked the values when it wrote the file. */
const KEYS = {
  packaged: v.boolean(),
  name: text,
  program: text,
  id: text,
  scheme: text,
  homepage: v.string(),
  maintainer: v.string(),
  telemetry: TELEMETRY,
  look: LOOK,
  settings: v.record(v.string(), v.unknown()),
  web: v.object({ dev: v.optional(text), address: v.optional(text) }),
};

/**
 * Reads an app's configuration; without a file it is the default. Never throws: an unusable part keeps its default, and
 * `problem` says why, in a sentence whose subject is the file. An app with an unreadable file counts as packaged.
 */
export function readConfig(file: string): { config: Config; problem?: string } {
  const config: Config = { ...CONFIG_DEFAULTS, telemetry: { ...CONFIG_DEFAULTS.telemetry } };
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
/** This app's configuration, and the problem with its file, if any. */
export const { config, problem: configProblem } = readConfig(CONFIG_FILE);
