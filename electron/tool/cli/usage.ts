/** What `--help` prints. */
import { typed } from '../project/packageManager.ts';
import { bold } from '../project/say.ts';
import type { Option } from './args.ts';
import { VERBS, type Verb } from './commands.ts';

const named = (name: string, { short, value }: Option) =>
  `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

const COMMON: readonly (readonly [string, string])[] = [
  ['-h, --help', 'prints this help'],
  ['--verbose', 'detailed errors, and the lines of Chromium and electron-builder'],
];

const example = (args = '') => `  ${typed()} ${args}`;

/** @param version the tool's */
export function helpOfAll(version: string): string {
  return [
    `${bold(`holdfast ${version}`)}: your web app as a desktop app`,
    '',
    ...table(Object.entries(VERBS).map(([name, { what }]) => [name, what] as const)),
    '',
    bold('Examples'),
    ...Object.values(VERBS).map(({ examples }) => example(examples[0])),
    '',
    bold('Options'),
    ...table([...COMMON, ['--version', "prints the tool's version"]]),
    '',
    'holdfast VERB --help lists the options of a verb.',
  ].join('\n');
}

/** @param name of the verb */
export function helpOf(name: string, { what, examples, options, forApp }: Verb): string {
  const own = Object.entries(options).filter(([, option]) => option.what);
  return [
    `${bold(`holdfast ${name}`)}: ${what}`,
    '',
    ...table([
      ...own.map(([option, about]) => [named(option, about), about.what ?? ''] as const),
      ...COMMON,
      ...(forApp ? [['for the app', forApp] as const] : []),
    ]),
    '',
    bold('Examples'),
    ...examples.map(example),
  ].join('\n');
}
