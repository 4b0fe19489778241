/** Parses the arguments of every verb. */
import { parseArgs } from 'node:util';
import { nearest } from '../../shared/nearest.ts';
import { UsageError } from '../project/say.ts';

interface Option {
  short?: string;
  /** Placeholder for its value in `--help`, such as `DIR`. Without one it is a switch. */
  value?: string;
  /** Description for `--help`, without a subject. If absent, `--help` hides the option. */
  what?: string;
}

export type Options = Readonly<Record<string, Option>>;

/** Values by option name: text, or true for a switch. */
export type Values = Readonly<Record<string, string | true | undefined>>;

const typedOf = (options: Options) =>
  Object.fromEntries(
    Object.entries(options).map(([name, { short, value }]) => {
      const type = value === undefined ? ('boolean' as const) : ('string' as const);
      return [name, { type, ...(short && { short }) }];
    }),
  );

/** @param args after the verb @param isPassing whether unknown ones go to the app, as `--open=/x` does */
export function parseVerb(args: string[], options: Options, isPassing: boolean) {
  if (!isPassing) return { values: valuesOf(args, options), rest: [] };
  const { tokens } = parseArgs({ args, options: typedOf(options), strict: false, tokens: true });
  const own = new Set<number>();
  const passed = new Set<number>();
  for (const token of tokens) {
    if (token.kind === 'option' && Object.hasOwn(options, token.name)) {
      own.add(token.index);
      if (token.inlineValue === false) own.add(token.index + 1);
    } else if (token.kind !== 'option-terminator') {
      if (token.kind === 'option' && !token.inlineValue) checkName(token.rawName, options);
      passed.add(token.index);
    }
  }
  const at = (places: Set<number>) => args.filter((_, index) => places.has(index));
  return { values: valuesOf(at(own), options), rest: at(passed) };
}

function valuesOf(args: string[], options: Options): Values {
  try {
    return parseArgs({ args, options: typedOf(options) }).values as Values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}. --help lists the options.`);
  }
}

/** @throws UsageError for an option for the app that is nearly one of the verb's */
function checkName(typed: string, options: Options): void {
  const names = Object.keys(options).map((name) => `--${name}`);
  const near = nearest(typed, names);
  if (near)
    throw new UsageError(
      `Unknown option ${typed}. Did you mean ${near}? If it is for the app, write it after " -- ".`,
    );
}
