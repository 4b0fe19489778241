import { builtinModules } from 'node:module';

/** What no bundle for Electron holds: Electron itself, and Node's own modules. */
export const EXTERNAL = ['electron', /^electron\//, /^node:/, ...builtinModules];
