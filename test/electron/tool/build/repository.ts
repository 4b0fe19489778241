/** A repository of pages in its own folder, and the renderer's build with them. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeEach, vi } from 'vitest';
import { routes } from '../../../../electron/tool/build/routes.ts';
import { testFolder } from '../../testFolder.ts';

const PROJECT = join(import.meta.dirname, '../../../..');

export interface Repository {
  root: string;
  /** Writes a file, and creates its folders. */
  write(name: string, text: string): void;
  /** Returns all files of the build as one text. Rejects with the build's error. */
  built(): Promise<string>;
  /** Returns the files of the build, by name. */
  files(): Promise<Map<string, string | Uint8Array>>;
}

/** The repository of the current test. */
export let repository: Repository;

/**
 * Gives each test of a file or block its own repository.
 * @param links packages of this project to link into node_modules
 */
export function withRepository(links: readonly string[] = []): void {
  beforeEach(() => {
    repository = makeRepository(links);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
}

function makeRepository(links: readonly string[]): Repository {
  const root = testFolder();
  vi.stubEnv('HOLDFAST_PAGES', join(root, 'src', 'pages'));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write('package.json', '{ "type": "module" }');
  for (const name of links) {
    const link = join(root, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules', name), link);
  }
  const files = async () => {
    const result = await build({
      configFile: false,
      root: join(PROJECT, 'renderer'),
      logLevel: 'silent',
      plugins: [routes()],
      // Without the largest packages, which no test looks at.
      build: {
        write: false,
        minify: false,
        assetsInlineLimit: 0,
        rolldownOptions: { external: /^react-(?:dom|router)/ },
      },
    });
    const { output } = result as Rolldown.RolldownOutput;
    return new Map(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]));
  };
  return { root, write, files, built: async () => [...(await files()).values()].map(String).join('\n') };
}
