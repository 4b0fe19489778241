/**
 * Debug ids: the same id in a built file and in its source map, by which Sentry finds the map for a stack. Sentry's own
 * plugins would bring Babel and a CLI of 20 MB to every developer for these few lines. `dist` keeps the maps for that CLI.
 * https://docs.sentry.io/platforms/javascript/sourcemaps/troubleshooting_js/debug-ids/
 */
import { hash } from 'node:crypto';
import type { Plugin } from 'vite';

function idOf(code: string): string {
  const hex = hash('sha256', code);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Registers the id where the SDK looks for it: under a stack in this file. The stack is a literal, because a real one, which
 * Sentry's plugins use, costs 8 ms in the page's largest script (Electron 33.2.1).
 */
const register = (id: string, file: string) =>
  `(globalThis._sentryDebugIds??={})["Error\\n    at "+${file}+":1:1"]="${id}";`;

/** How a script of each format finds its own file. */
const FILES: Readonly<Record<string, string>> = {
  cjs: '__filename',
  es: 'import.meta.url',
  iife: 'document.currentScript?.src',
};

/** Adds the ids to the finished files. The added first line moves every mapping down by one. */
export function debugIds(): Plugin {
  return {
    name: 'holdfast:debug-ids',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler({ format }, bundle) {
        // A preload has no SDK, and cannot know its own path.
        const isPreload = this.environment.name.toLowerCase().endsWith('preload');
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk') continue;
          const map = bundle[`${file.fileName}.map`];
          // Generated scripts have no map.
          if (map?.type !== 'asset') continue;
          const id = idOf(file.code);
          const added = isPreload ? '' : register(id, FILES[format] ?? '');
          // Directives must come first.
          const strict = /^(["'])use strict\1;/.exec(file.code)?.[0] ?? '';
          file.code = `${strict}${added}\n${file.code}\n//# debugId=${id}\n`;
          const { mappings, ...rest } = JSON.parse(String(map.source)) as { mappings: string };
          map.source = JSON.stringify({ ...rest, mappings: `;${mappings}`, debug_id: id, debugId: id });
        }
      },
    },
  };
}
