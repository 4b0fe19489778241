/** What an app's own repository says in `holdfast.config.ts`. */
import type { Config } from '../../config.ts';
import type { Settings } from '../../settings/schema.ts';

/** Where the web app's files come from. Folders are relative to the configuration file. */
export type WebConfig = (
  | {
      /** Folder that the app's own build writes, such as `dist`. */
      build: string;
      /** Makes that folder, such as `npm run build`; run by a shell in the repository. */
      buildCommand?: string;
      pages?: never;
    }
  | {
      /** Folder of pages that Holdfast builds, such as `src/pages` of a Next.js app. */
      pages: string;
      build?: never;
      buildCommand?: never;
    }
) & {
  /** Address of the app's own dev server on this machine, such as `http://localhost:5173`. */
  dev?: string;
  /** Starts that server, such as `npm run dev`; run by a shell in the repository. */
  devCommand?: string;
};

export interface HoldfastConfig {
  /** As users read it: title, menus, folder of their files. */
  name: string;
  /** Of the program file and of the packages for Linux; by default made from the name. */
  program?: string;
  /** Reverse domain name, by which systems know the app; never change it once the app is out. */
  id: string;
  /** `scheme://open/path` opens a page of the app; by default the program's name. */
  scheme?: string;
  /** By default that of package.json. */
  version?: string;
  homepage?: string;
  /** Name and e-mail address, as Linux packages want it: `Shop <shop@example.com>`. */
  maintainer?: string;
  /** Folder with icon.svg, icon.png, icon.ico and icon.icns. */
  icons?: string;
  web: WebConfig;
  /** The app's own main code, such as `desktop/main.ts`. */
  main?: string;
  /** Whose default export changes the options of Sentry's SDK in pages, such as `beforeSend`: `desktop/sentry.ts`. */
  sentry?: string;
  /** Settings that are shipped with the app. */
  settings?: Partial<Settings>;
  /** Data only: a function has its place in the app's main code. */
  telemetry?: Partial<Config['telemetry']>;
  /**
   * Merged into electron-builder's options, for signing and targets. Of no type of its own, whose declarations do not
   * compile by themselves: `{ … } satisfies Configuration` of electron-builder checks it.
   */
  builder?: object;
}

/** Returns the configuration as it is: so that editors know its keys and their types. */
export function defineConfig(config: HoldfastConfig): HoldfastConfig {
  return config;
}
