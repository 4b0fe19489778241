/** The real SDK of the main process on plain Node, with the made-up `electron` of the telemetry tests. */
import { createRequire, registerHooks } from 'node:module';
import { electron } from '../../electron/telemetry/stubElectron.ts';

type Sdk = typeof import('@sentry/electron/main');

const SDK = '@sentry/electron/main';

/** A module whose exports are those of an object. */
function moduleOf(name: string, it: object): string {
  const key = `stub:${name}`;
  Object.assign(globalThis, { [key]: it });
  const names = Object.keys(it).filter((one) => one !== 'default');
  return `const it = globalThis[${JSON.stringify(key)}]; export default it; export const { ${names.join(', ')} } = it;`;
}

/**
 * From here on, whoever imports or requires `electron` gets the made-up one, and whoever imports the SDK gets the copy
 * that this returns, which is loaded as CommonJS: that takes a fraction of the time.
 */
export function provideSdk(): Sdk {
  const sources = new Map([['electron', moduleOf('electron', electron)]]);
  registerHooks({
    resolve: (specifier, context, next) =>
      sources.has(specifier)
        ? { url: `stub:${specifier}`, format: 'module', shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) => {
      const source = sources.get(url.replace(/^stub:/, ''));
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
  const sdk = createRequire(import.meta.url)(SDK) as Sdk;
  sources.set(SDK, moduleOf('sentry', sdk));
  return sdk;
}

export { electron };
