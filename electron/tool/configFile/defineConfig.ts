/** The configuration of an app in its own repository: `holdfast.config.ts`. */
import type { Config } from '../../builtConfig/config.ts';
import type { Settings } from '../../builtConfig/settingsSchema/schema.ts';

/**
 * Where the web app's files come from: a build, the app's own server at its address, or a build beside its server, which
 * then has everything that the build does not have. Folders are relative to the configuration file.
 */
export interface WebConfig extends Partial<Config['web']> {
  /** Folder that the app's own build writes, such as `dist`; `.next` of a Next.js app with a server. */
  build?: string;
  /** Command that makes that folder, such as `npm run build`; run by a shell in the repository. */
  buildCommand?: string;
  /** Folder of a server that the build was made for, such as `/shop/`. Default: the one in its documents' addresses. */
  base?: string;
  /** Document for paths without their own, if the build has several and a router: `index.html`; or one for each folder. */
  fallback?: string | Record<`/${string}`, string>;
  /** Command that starts the dev server, such as `npm run dev`; run by a shell in the repository. */
  devCommand?: string;
}

export interface HoldfastConfig
  extends Pick<Config, 'name' | 'id'>,
    Partial<Pick<Config, 'program' | 'scheme' | 'homepage' | 'maintainer' | 'desktop'>> {
  /** Default: the version in package.json. */
  version?: string;
  /** Folder with icon.png, square, of 512 pixels or more; icon.svg, icon.ico and icon.icns are used if they are there. */
  icons?: string;
  /** The look of error pages, forms and notices, which then show the app's own icon too. Without it they are neutral. */
  look?: {
    /** Colour of the main button, `#rrggbb`, of both schemes or of each; it needs a contrast of 3 with the page. */
    accent?: string | { light: string; dark: string };
    /** Installed fonts, as in CSS: `Inter, "Segoe UI", sans-serif`. */
    font?: string;
  };
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
export const defineConfig = (config: HoldfastConfig): HoldfastConfig => config;
