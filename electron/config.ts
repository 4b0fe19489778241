/** What you edit to make this your app. Main, the pages, Vite and the packager read it here and nowhere else. */
import type { ErrorEvent, EventHint } from '@sentry/core';

export interface Config {
  /** As users read it: title, menus, folders of their files. */
  name: string;
  /** Absent: that of the package.json above the pages, else that of Holdfast's own. */
  version?: string;
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
    /** Share of replays that are sent from their start, and of those that an error brings; 0 to 1. */
    replays: { session: number; onError: number };
    /** Last say on every event of both processes. Runs in main; `null` keeps the event back. */
    beforeSend?: (event: ErrorEvent, hint: EventHint) => ErrorEvent | null | PromiseLike<ErrorEvent | null>;
    /** CSS selectors for replays, beside the masking of all text, input and media. */
    masks: { mask?: string[]; unmask?: string[]; block?: string[]; unblock?: string[]; ignore?: string[] };
    /** To which addresses requests of main say the trace they belong to. Default: the setting `origin`, only. */
    tracePropagationTargets?: (string | RegExp)[];
    /** Lower or higher than the table of limits (shared/limits.ts). */
    reportsPerHour?: number;
    reportsPerDay?: number;
  };
}

/** What `holdfast.config.ts` beside pages of another repository exports; what it leaves out stays as below. */
export type OwnConfig = Partial<Omit<Config, 'telemetry'>> & {
  telemetry?: Partial<Config['telemetry']>;
  /** Folder with icon.svg, icon.png, icon.ico and icon.icns, relative to the file. */
  icons?: string;
  /** Settings that are shipped with the app (SETTINGS.md), and used by `npm start` and `dev`. */
  settings?: Record<string, unknown>;
};

export const config: Config = {
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
};
