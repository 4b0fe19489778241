import { builtinModules } from 'node:module';

/** Never bundled for Electron: Electron itself and Node's own modules. */
export const EXTERNAL = ['electron', /^electron\//, /^node:/, ...builtinModules];
