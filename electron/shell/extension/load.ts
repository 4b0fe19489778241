/** Requires the app's own code, `extension.cjs`. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { allowClosedTerminal } from '../../common/log.ts';
import { facade } from '../../telemetry/index.ts';
import { checkDefinition } from './definition.ts';
import { share } from './global.ts';
import type { Main } from './main.ts';

/** Returns the definition; or what it threw, or what is wrong with it; nothing without such a file. */
export function loadMain(file: string): { main?: Main; error?: unknown } {
  if (!existsSync(file)) return {};
  const defined = new WeakSet<object>();
  share({
    define(main) {
      checkDefinition(main);
      defined.add(main);
    },
    telemetry: facade,
  });
  allowClosedTerminal();
  try {
    const exported = createRequire(file)(file);
    const main: unknown = exported?.default;
    if (typeof main !== 'object' || main === null || !defined.has(main))
      throw new TypeError('The default export is not the result of defineMain from holdfast/main.');
    return { main };
  } catch (error) {
    return { error };
  }
}
