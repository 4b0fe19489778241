/** The verbs of the tool, as data. Each verb's code is loaded when it runs. */
import type { DevValues } from '../commands/dev.ts';
import type { InitValues } from '../commands/init.ts';
import type { PackValues } from '../commands/pack.ts';
import type { StartValues } from '../commands/start.ts';
import type { Options, Values } from './args.ts';

export interface Verb {
  /** Description without a subject. */
  what: string;
  /** Commands to copy. */
  examples: readonly string[];
  options: Options;
  /** What unknown arguments mean to the app. If absent, the verb takes none. */
  forApp?: string;
  /** Runs it. Resolves to the exit code. */
  run(values: Values, rest: string[]): Promise<number>;
}

/** Only in Holdfast's own repository, where Holdfast compiles pages. */
const PAGES = { type: 'string', value: 'DIR' } as const;
const FOR_APP = '--open=/path --user-data-dir=DIR --diagnostics --safe-mode --remote-debugging-port=0 …';
const NO_BUILD = { type: 'boolean', what: 'takes what is built already' } as const;
const PACKING: Options = {
  'no-build': NO_BUILD,
  settings: { type: 'string', value: 'FILE', what: "a file of settings to ship, over the configuration's" },
  output: { type: 'string', value: 'DIR', what: 'where to put it' },
};

export const VERBS: Readonly<Record<string, Verb>> = {
  init: {
    what: 'finds out how the app is built, and writes holdfast.config.ts',
    examples: ['init', 'init --yes --name Shop --id com.example.shop'],
    options: {
      name: { type: 'string', value: 'NAME', what: 'the app, as users read it' },
      id: { type: 'string', value: 'ID', what: 'reverse domain name, which never changes: com.example.shop' },
      build: { type: 'string', value: 'DIR', what: "folder that the app's own build writes" },
      pages: {
        type: 'string',
        value: 'DIR',
        what: 'folder of pages of a Next.js app, in place of its build',
      },
      'build-command': { type: 'string', value: 'COMMAND', what: 'makes that folder' },
      dev: { type: 'string', value: 'ADDRESS', what: "the app's own dev server: http://localhost:5173" },
      'dev-command': { type: 'string', value: 'COMMAND', what: 'starts that server' },
      'release-workflow': {
        type: 'boolean',
        what: 'writes a GitHub workflow for releases, as it does where there is a folder .github',
      },
      yes: { type: 'boolean', short: 'y', what: 'asks nothing, and takes what it finds' },
      force: { type: 'boolean', what: 'replaces a configuration that is there' },
    },
    run: async (values) => (await import('../commands/init.ts')).init(values as InitValues),
  },
  dev: {
    what: "runs the app's own dev server, shows it, and ends with it",
    examples: ['dev', 'dev --open=/orders/7'],
    options: { pages: PAGES },
    forApp: FOR_APP,
    run: async (values, rest) => (await import('../commands/dev.ts')).dev(values as DevValues, rest),
  },
  start: {
    what: "runs the app's own build, and shows it",
    examples: ['start', 'start --no-build --open=/orders/7'],
    options: { 'no-build': NO_BUILD, pages: PAGES },
    forApp: FOR_APP,
    run: async (values, rest) => (await import('../commands/start.ts')).start(values as StartValues, rest),
  },
  package: {
    what: 'packs the app into a folder, as it will be installed',
    examples: ['package', 'package --settings=settings.json'],
    options: { ...PACKING, pages: PAGES },
    run: async (values) => (await import('../commands/pack.ts')).pack(values as PackValues, true),
  },
  dist: {
    what: "makes this system's installers",
    examples: ['dist', 'dist --deb'],
    options: {
      deb: { type: 'boolean', what: 'only the deb, by dpkg-deb, offline' },
      ...PACKING,
      pages: PAGES,
    },
    run: async (values) => (await import('../commands/pack.ts')).pack(values as PackValues, false),
  },
  info: {
    what: 'prints the versions that belong into an issue',
    examples: ['info'],
    options: {},
    run: async () => (await import('../commands/info.ts')).info(),
  },
};
