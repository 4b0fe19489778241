/** Packages with a compiled part, which cannot be bundled: they are beside the bundle in `node_modules`. */
import { globSync } from 'node:fs';
import { findPackage, readPackage } from '../setup/packages.ts';

/** A package that the bundle requires at run time. */
export interface ExternalModule {
  name: string;
  version: string;
  folder: string;
  /** Whether it has a compiled part. Otherwise a native package needs it. */
  isNative: boolean;
}

/** Where sources or compiled parts are: built in place, prebuilt for several systems, or in a package for one system. */
const COMPILED = '{{,src/}binding.gyp,{,lib/,build/Release/,prebuilds/,prebuilds/*/,bin/*/}*.node}';

const hasCompiled = (folder: string): boolean =>
  readPackage(folder).gypfile === true || globSync(COMPILED, { cwd: folder }).length > 0;

function isNative(folder: string): boolean {
  // The compiled part may be a separate package for each system, of which only one is installed.
  const parts = Object.keys(readPackage(folder).optionalDependencies ?? {});
  return [folder, ...parts.map((name) => findPackage(name, folder))].some(
    (part) => part !== undefined && hasCompiled(part),
  );
}

/** The package of an import; none for a file, a URL, or a plugin's virtual module. */
const packageOf = (specifier: string) => /^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*(?=\/|$)/.exec(specifier)?.[0];

/** Finds native packages among the imports. */
export class NativeModules {
  readonly #found = new Map<string, string>();
  readonly #known = new Map<string, boolean>();

  /** Whether the import is from a native package, which is then recorded. @param from the folder of the importing file */
  take(specifier: string, from: string): boolean {
    const name = packageOf(specifier);
    const folder = name && findPackage(name, from);
    if (!name || !folder) return false;
    const known = this.#known.get(folder) ?? isNative(folder);
    this.#known.set(folder, known);
    if (known) this.#found.set(name, folder);
    return known;
  }

  /** Returns the recorded packages and all their dependencies, by name. */
  list(): ExternalModule[] {
    const all = new Map<string, ExternalModule>();
    const add = (name: string, folder: string) => {
      if (all.has(name)) return;
      const { version = '', dependencies, optionalDependencies } = readPackage(folder);
      all.set(name, { name, version, folder, isNative: isNative(folder) });
      for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
        const found = findPackage(needed, folder);
        if (found) add(needed, found);
      }
    };
    for (const [name, folder] of this.#found) add(name, folder);
    return [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
