/** What makes this shell an app: its name, id, links and reports. Read from `config.json` when main starts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as TEXTS from '../shared/texts.ts';
import { APP_FILES, appFolder } from './folder.ts';

interface Telemetry {
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
  masks: Partial<Record<'mask' | 'unmask' | 'block' | 'unblock' | 'ignore', string[]>>;
  /** Names of values that reports keep, and names that they remove in addition to passwords and similar ones. */
  redact?: Partial<Record<'keep' | 'add', string[]>>;
  /** Addresses to which main's requests send their trace. Default: only the setting `origin`. */
  tracePropagationTargets?: string[];
  /** Replaces the default in the table of limits (shared/limitValues/limits.ts). */
  reportsPerHour?: number;
  reportsPerDay?: number;
}

/** For light and for dark pages, as `#rrggbb`. */
type Colours = [light: string, dark: string];

/** Data only; functions belong in the app's own main code. The tool checked the values when it wrote them. */
export interface Config {
  /**
   * Whether only an administrator may change its settings from outside. It is in app.asar, whose integrity is checked;
   * `app.isPackaged` looks only at the program file's name.
   */
  packaged: boolean;
  /** The name that users see: in titles, menus and folders of their files. */
  name: string;
  /** Name of the program file and of the Linux packages; default: derived from the name. */
  program: string;
  /** Reverse domain name that identifies the app to the system. Never change it after the first release. */
  id: string;
  /** `scheme://open/path` opens a page of the app; default: the program's name. */
  scheme: string;
  homepage: string;
  /** Name and e-mail address, as Linux packages require it: `Shop <shop@example.com>`. */
  maintainer: string;
  telemetry: Telemetry;
  /** The app's own look on the shell's pages, in whose style sheets it is written. */
  look: {
    /** The main button's, its label's, and what the button is mixed with while it is pressed. */
    colours?: { accent: Colours; label: Colours; away: Colours };
    /** A CSS font stack whose names are quoted. */
    font?: string;
    icon?: boolean;
  };
  /** What the app does beside its window; each is off unless it is true, and the user can turn it off in the menu. */
  desktop: {
    /** Shows the number with which a page's title begins, such as `(3) Inbox`, at the app's icon. */
    badge?: boolean;
    /** An icon among those of the system, which shows the window. */
    tray?: boolean;
    /** Closing the window hides it there. */
    closeToTray?: boolean;
    /** Starts the app when the user signs in to the computer. */
    startWithSystem?: boolean;
  };
  /** The settings shipped with the app, which settings.ts checks. */
  settings: Record<string, unknown>;
  web: {
    /** Address of the app's own server: https, or http on this machine. `ask`: the user types it on the first start. */
    address?: string;
    /**
     * `false`: the build is the only source of documents, so its pages may call every handler. A document of the server
     * opens in the browser.
     */
    serverPages?: boolean;
    /** Paths whose documents are the server's, such as `/sign-in`; default: `/api/*` and `/.well-known/*`. */
    serverPaths?: readonly string[];
    /** Address of the app's own dev server on this machine, such as `http://localhost:5173`; never in a packaged app. */
    dev?: string;
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
  telemetry: { replays: { session: 0, onError: 1 }, masks: {} },
  look: {},
  desktop: {},
  settings: {},
  web: {},
};

/** Reads an app's configuration; without a file it is the default. An app whose file cannot be read counts as packaged. */
export function readConfig(file: string): { config: Config; problem?: string } {
  try {
    const own = JSON.parse(readFileSync(file, 'utf8'));
    const telemetry = { ...CONFIG_DEFAULTS.telemetry, ...own.telemetry };
    return { config: { ...CONFIG_DEFAULTS, ...own, telemetry } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { config: CONFIG_DEFAULTS };
    const problem = code ? `${TEXTS.settings.unreadable} (${code})` : TEXTS.settings.notJson;
    return { config: { ...CONFIG_DEFAULTS, packaged: true }, problem };
  }
}

export const CONFIG_FILE = join(appFolder(), APP_FILES.config);
export const { config, problem: configProblem } = readConfig(CONFIG_FILE);
