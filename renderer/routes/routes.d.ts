/** Made by the build from the folder of pages (electron/build/routes.ts). */
declare module 'virtual:routes' {
  import type { ComponentType } from 'react';

  /**
   * Loads the router with all pages. Undefined when there are no pages: then neither the router
   * nor its library is in the build. Importing this module sets the manifest (see manifest.ts, MANIFEST_GLOBAL).
   */
  export const loadRouter: undefined | (() => Promise<{ default: ComponentType }>);
}
