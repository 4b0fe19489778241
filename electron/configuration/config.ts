/** What makes this shell an app: its name, id, links and reports. Read from `config.json` when main starts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { isObject } from '../shared/isObject.ts';
import * as TEXTS from '../shared/texts.ts';
import { APP_FILES, appFolder } from './folder.ts';

const words = v.array(v.string());
const fields = v.record(v.string(), v.unknown());
const text = v.pipe(v.string(), v.nonEmpty());
const colour = v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/));
const pair = v.tuple([colour, colour]);

const TELEMETRY = {
  /** Default: program and version, such as `holdfast@0.1.0`. */
  release: text,
  /** Default: `production` when packaged, else `development`. */
  environment: text,
  dist: text,
  /** Share of page loads and navigations to trace, 0 to 1. Absent means none, and no tracing code is loaded. */
  tracesSampleRate: v.number(),
  /** The SDK's options of these names. Script addresses apply to errors of pages, the others to all errors. */
  ignoreErrors: words,
  allowUrls: words,
  denyUrls: words,
  /** Default: true. */
  enableLogs: v.boolean(),
  /** Whether pages may use Chromium's profiler, for the SDK's browserProfilingIntegration. Default: false. */
  enableRendererProfiling: v.boolean(),
  initialScope: v.partial(v.object({ tags: fields, user: fields, extra: fields, contexts: fields })),
  /** Share of replays sent from their start, and share of those sent on an error; 0 to 1. */
  replays: v.object({ session: v.number(), onError: v.number() }),
  /** CSS selectors for replays, in addition to the masking of all text, input and media. */
  masks: v.partial(v.object({ mask: words, unmask: words, block: words, unblock: words, ignore: words })),
  /** Names of values that reports keep, and names that they remove in addition to passwords and similar ones. */
  redact: v.partial(v.object({ keep: words, add: words })),
  /** Addresses to which main's requests send their trace. Default: only the setting `origin`. */
  tracePropagationTargets: words,
  /** Replaces the default in the table of limits (shared/limits.ts). */
  reportsPerHour: v.number(),
  reportsPerDay: v.number(),
};
type Telemetry = { [K in keyof typeof TELEMETRY]?: v.InferOutput<(typeof TELEMETRY)[K]> };

/**
 * The app's own look on the shell's pages; colours are `#rrggbb`, for light and for dark pages. They become part of style
 * sheets: a text that could end a value is refused here too.
 */
const LOOK = {
  /** The main button's, its label's, and what the button is mixed with while it is pressed. */
  colours: v.object({ accent: pair, label: pair, away: pair }),
  /** A CSS font stack whose names are quoted. */
  font: v.pipe(v.string(), v.regex(/^[\p{L}\p{M}\p{N} ._",-]+$/u)),
  icon: v.boolean(),
};

/** All off unless asked for. */
const DESKTOP = {
  /** Shows the number with which a page's title begins, such as `(3) Inbox`, at the app's icon. */
  badge: v.boolean(),
  /** An icon among those of the system, which shows the window. */
  tray: v.boolean(),
  /** Closing the window hides it there. */
  closeToTray: v.boolean(),
  /** Starts the app when the user signs in to the computer. */
  startWithSystem: v.boolean(),
};

/** Data only; functions belong in the app's own main code. Only the types: the tool checked the values when it wrote it. */
const KEYS = {
  /**
   * Whether this is an installed app, whose settings only an administrator may change from outside. Packaging writes
   * this into app.asar, where the archive's integrity check protects it; `app.isPackaged` looks only at the program
   * file's name.
   */
  packaged: v.boolean(),
  /** The name that users see: in titles, menus and folders of their files. */
  name: text,
  /** Name of the program file and of the Linux packages: lower case, no spaces. */
  program: text,
  /** Reverse domain name that identifies the app to the system. Never change it after the first release. */
  id: text,
  scheme: text,
  homepage: v.string(),
  /** Name and address, as Linux packages require it. */
  maintainer: v.string(),
  telemetry: v.partial(v.object(TELEMETRY)),
  look: v.partial(v.object(LOOK)),
  /** What the app does on the desktop beside its window, unless the user turns it off. */
  desktop: v.partial(v.object(DESKTOP)),
  /** The settings shipped with the app, which settings.ts checks. */
  settings: v.record(v.string(), v.unknown()),
  web: v.object({
    /** Address of the app's dev server. Only in development, never in a packaged app. */
    dev: v.optional(text),
    /** Address of the app's own server, which the window shows in place of a web build; `ask`: the user types it. */
    address: v.optional(text),
    /** `false`: the server has no pages of its own. */
    serverPages: v.optional(v.boolean()),
    /** Paths whose documents are the server's, although the build's router would answer them. */
    serverPaths: v.optional(words),
  }),
};

export type Config = { [K in keyof typeof KEYS]: v.InferOutput<(typeof KEYS)[K]> } & {
  telemetry: Telemetry & Required<Pick<Telemetry, 'replays' | 'masks'>>;
};

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
  desktop: {},
  settings: {},
  web: {},
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
  if (!isObject(read)) return { config: { ...config, packaged: true }, problem: TEXTS.settings.notObject };
  const wrong: string[] = [];
  for (const [key, schema] of Object.entries(KEYS)) {
    if (!Object.hasOwn(read, key)) continue;
    const { success, output, issues } = v.safeParse(schema, read[key]);
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
