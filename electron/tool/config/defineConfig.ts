/** The configuration of an app in its own repository: `holdfast.config.ts`. */
import type { Config } from '../../configuration/config.ts';
import type { Settings } from '../../configuration/settingsSchema/schema.ts';

/**
 * Where the web app's files come from: a build, the app's own server at its address, or a build beside its server, which
 * then has everything that the build does not have. Folders are relative to the configuration file.
 */
export interface WebConfig {
  /** Folder that the app's own build writes, such as `dist`; `.next` of a Next.js app with a server. */
  build?: string;
  /** Command that makes that folder, such as `npm run build`; run by a shell in the repository. */
  buildCommand?: string;
  /** Folder of a server that the build was made for, such as `/shop/`. Default: the one in its documents' addresses. */
  base?: string;
  /** Document for paths without their own, if the build has several and a router: `index.html`; or one for each folder. */
  fallback?: string | Record<`/${string}`, string>;
  /** Address of the app's own server: https, or http on this machine. `ask`: the user types it on the first start. */
  address?: string;
  /**
   * `false`: the build is the only source of documents, so its pages may call every handler. A document of the server
   * opens in the browser.
   */
  serverPages?: boolean;
  /** Paths whose documents are the server's, such as `/sign-in`; default: `/api/*` and `/.well-known/*`. */
  serverPaths?: readonly string[];
  /** Address of the app's own dev server on this machine, such as `http://localhost:5173`. */
  dev?: string;
  /** Command that starts that server, such as `npm run dev`; run by a shell in the repository. */
  devCommand?: string;
}

export interface HoldfastConfig {
  /** The name that users see: in titles, menus and folders of their files. */
  name: string;
  /** Name of the program file and of the Linux packages; default: derived from the name. */
  program?: string;
  /** Reverse domain name that identifies the app to the system. Never change it after the first release. */
  id: string;
  /** `scheme://open/path` opens a page of the app; default: the program's name. */
  scheme?: string;
  /** Default: the version in package.json. */
  version?: string;
  homepage?: string;
  /** Name and e-mail address, as Linux packages require it: `Shop <shop@example.com>`. */
  maintainer?: string;
  /** Folder with icon.png, square, of 512 pixels or more; icon.svg, icon.ico and icon.icns are used if they are there. */
  icons?: string;
  /** The look of error pages, forms and notices, which then show the app's own icon too. Without it they are neutral. */
  look?: {
    /** Colour of the main button, `#rrggbb`, of both schemes or of each; it needs a contrast of 3 with the page. */
    accent?: string | { light: string; dark: string };
    /** Installed fonts, as in CSS: `Inter, "Segoe UI", sans-serif`. */
    font?: string;
  };
  /** What the app does beside its window; each is off unless it is true, and the user can turn it off in the menu. */
  desktop?: Config['desktop'];
  web: WebConfig;
  /** The app's own main code, such as `desktop/main.ts`. */
  main?: string;
  /** File whose default export changes the options of Sentry's SDK in pages, such as `beforeSend`: `desktop/sentry.ts`. */
  sentry?: string;
  /** Settings shipped with the app. */
  settings?: Partial<Settings>;
  /** Data only: functions belong in the app's main code. */
  telemetry?: Partial<Config['telemetry']>;
  /**
   * Merged into electron-builder's options, for signing and targets. Typed as `object`, because electron-builder's
   * declarations do not compile on their own: check it with `{ … } satisfies Configuration`.
   */
  builder?: object;
}

/** Returns the configuration unchanged, so that editors know its keys and their types. */
export function defineConfig(config: HoldfastConfig): HoldfastConfig {
  return config;
}
