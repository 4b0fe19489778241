/** The verbs of the tool, as data. What each does is read when it runs. */
import type { InitValues } from '../verbs/init.ts';
import type { Options, Values } from './args.ts';

export interface Verb {
  /** A sentence without its subject. */
  what: string;
  /** Commands to copy. */
  examples: readonly string[];
  options: Options;
  /** What arguments that are none of the options mean to the app. Absent: it takes none. */
  forApp?: string;
  /** Runs it. Resolves to the exit code. */
  run(values: Values, rest: string[]): Promise<number>;
}

export const VERBS: Readonly<Record<string, Verb>> = {
  init: {
    what: 'finds out how the app is built, and writes holdfast.config.ts',
    examples: ['npx holdfast init', 'npx holdfast init --yes --name Shop --id com.example.shop'],
    options: {
      name: { type: 'string', value: 'NAME', what: 'the app, as users read it' },
      id: { type: 'string', value: 'ID', what: 'reverse domain name, which never changes: com.example.shop' },
      build: { type: 'string', value: 'DIR', what: "folder that the app's own build writes" },
      'build-command': { type: 'string', value: 'COMMAND', what: 'makes that folder' },
      dev: { type: 'string', value: 'ADDRESS', what: "the app's own dev server: http://localhost:5173" },
      'dev-command': { type: 'string', value: 'COMMAND', what: 'starts that server' },
      yes: { type: 'boolean', short: 'y', what: 'asks nothing, and takes what it finds' },
      force: { type: 'boolean', what: 'replaces a configuration that is there' },
    },
    run: async (values) => (await import('../verbs/init.ts')).init(values as InitValues),
  },
  info: {
    what: 'prints the versions that belong into an issue',
    examples: ['npx holdfast info'],
    options: {},
    run: async () => (await import('../verbs/info.ts')).info(),
  },
};
