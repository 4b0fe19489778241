/**
 * Debug ids: the same id in a built file and in its source map, by which Sentry finds the map for a stack. Sentry's
 * own plugins do this and upload in one; they bring Babel and a program of 20 MB that their install scripts fetch,
 * to every developer, for what are these lines. The upload is pack.ts's, and only where there is a token.
 * https://docs.sentry.io/platforms/javascript/sourcemaps/troubleshooting_js/debug-ids/
 */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** A UUID of version 4's form that is the same for the same code. */
function idOf(code: string): string {
  const hex = createHash('sha256').update(code).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Registers the id where the SDK looks for it when an error is captured: under a stack that leads to the file. Not a real
 * one, as Sentry's plugins do: for its places V8 reads the file again, and every other on the stack; 14 ms in each
 * sandboxed preload, and 8 in the page's largest script (Electron 33.2.1).
 */
const register = (id: string, file: '__filename' | 'import.meta.url') =>
  `(globalThis._sentryDebugIds??={})["Error\\n    at "+${file}+":1:1"]="${id}";`;

/** Adds the ids when all else is built. The line put in front moves every mapping down by one. */
export function debugIds(): Plugin {
  return {
    name: 'holdfast:debug-ids',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler({ format }, bundle) {
        // Its world holds no SDK, and it does not know its name.
        const isPreload = this.environment.name.toLowerCase().endsWith('preload');
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          const map = bundle[`${file.fileName}.map`];
          // A script that is made of no source has no map.
          if (map?.type !== 'asset') continue;
          const id = idOf(file.code);
          const added = isPreload ? '' : register(id, format === 'cjs' ? '__filename' : 'import.meta.url');
          // A directive counts only at the very beginning.
          const strict = /^(["'])use strict\1;/.exec(file.code)?.[0] ?? '';
          file.code = `${strict}${added}\n${file.code}\n//# debugId=${id}\n`;
          const { mappings, ...rest } = JSON.parse(String(map.source)) as { mappings: string };
          map.source = JSON.stringify({ ...rest, mappings: `;${mappings}`, debug_id: id, debugId: id });
        }
      },
    },
  };
}
