/** The verbs of the tool, as data, and what `--help` prints of them. Each verb's code is loaded when it runs. */
import type { DevValues } from '../commands/dev.ts';
import type { InitValues } from '../commands/init.ts';
import type { PackValues } from '../commands/pack.ts';
import type { StartValues } from '../commands/start.ts';
import { bold, table } from '../project/say.ts';
import { typed } from '../setup/packageManager.ts';
import type { Options, Values } from './args.ts';

export interface Verb {
  what: string;
  examples: readonly string[];
  options: Options;
  /** What the app does with unknown arguments. If absent, the verb accepts none. */
  forApp?: string;
  run(values: Values, rest: string[]): Promise<number>;
}

/** Only in Holdfast's own repository, where Holdfast compiles the pages. */
const PAGES = { value: 'DIR' };
const FOR_APP = '--open=/path --user-data-dir=DIR --diagnostics --safe-mode --remote-debugging-port=0 …';
const NO_BUILD = { what: 'uses the existing build' };
const PACKING: Options = {
  'no-build': NO_BUILD,
  settings: { value: 'FILE', what: 'settings file to ship, over those in the configuration' },
  output: { value: 'DIR', what: 'output folder' },
};

export const VERBS: Readonly<Record<string, Verb>> = {
  init: {
    what: 'detects how the app is built and writes holdfast.config.ts',
    examples: ['init', 'init --name Shop --id com.example.shop'],
    options: {
      name: { value: 'NAME', what: "the app's name, as users see it" },
      id: { value: 'ID', what: 'reverse domain name, never to change later: com.example.shop' },
      build: { value: 'DIR', what: "folder that the app's own build writes" },
      'build-command': { value: 'COMMAND', what: 'command that makes that folder' },
      dev: { value: 'ADDRESS', what: "address of the app's own dev server: http://localhost:5173" },
      'dev-command': { value: 'COMMAND', what: 'command that starts that server' },
      address: {
        value: 'ADDRESS',
        what: "address of the app's own server, beside its build if it has one: https://shop.example.com",
      },
      'release-workflow': {
        what: 'writes a GitHub workflow for releases; by default only if there is a .github folder',
      },
      yes: { short: 'y', what: "does not ask for the server's address" },
      force: { what: 'replaces an existing configuration' },
    },
    run: async (values) => (await import('../commands/init.ts')).init(values as InitValues),
  },
  dev: {
    what: "runs the app's own dev server, shows it, and stops it at the end",
    examples: ['dev', 'dev --open=/orders/7'],
    options: { pages: PAGES },
    forApp: FOR_APP,
    run: async (values, rest) => (await import('../commands/dev.ts')).dev(values as DevValues, rest),
  },
  start: {
    what: "runs the app's own build and shows the result",
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
    what: 'makes installers for this system',
    examples: ['dist', 'dist --deb'],
    options: { deb: { what: 'only the deb, made offline by dpkg-deb' }, ...PACKING, pages: PAGES },
    run: async (values) => (await import('../commands/pack.ts')).pack(values as PackValues, false),
  },
  info: {
    what: 'prints versions for a bug report',
    examples: ['info'],
    options: {},
    run: async () => (await import('../commands/info.ts')).info(),
  },
};

/** Of every verb. */
export const COMMON: Options = {
  help: { short: 'h', what: 'prints this help' },
  verbose: { what: 'detailed errors, and the lines of Chromium and electron-builder' },
};

const rowsOf = (options: Options) =>
  Object.entries(options).flatMap(([name, { short, value, what }]) =>
    what ? [[`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, what]] : [],
  );

const example = (args = '') => `  ${typed()} ${args}`;

/** @param version the tool's */
export function helpOfAll(version: string): string {
  return [
    `${bold(`holdfast ${version}`)}: your web app as a desktop app`,
    '',
    ...table(Object.entries(VERBS).map(([name, { what }]) => [name, what])),
    '',
    bold('Examples'),
    ...Object.values(VERBS).map(({ examples }) => example(examples[0])),
    '',
    bold('Options'),
    ...table([...rowsOf(COMMON), ['--version', "prints the tool's version"]]),
    '',
    'holdfast VERB --help lists the options of a verb.',
  ].join('\n');
}

export function helpOf(name: string, { what, examples, options, forApp }: Verb): string {
  return [
    `${bold(`holdfast ${name}`)}: ${what}`,
    '',
    ...table([...rowsOf({ ...options, ...COMMON }), ...(forApp ? [['for the app', forApp] as const] : [])]),
    '',
    bold('Examples'),
    ...examples.map(example),
  ].join('\n');
}
