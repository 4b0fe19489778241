/** Parses the arguments of every verb. */
import { parseArgs } from 'node:util';
import { nearest } from '../../shared/nearest.ts';
import { UsageError } from '../project/usageError.ts';

export interface Option {
  type: 'boolean' | 'string';
  short?: string;
  /** Placeholder for its value in `--help`, such as `DIR`. */
  value?: string;
  /** Description for `--help`, without a subject. If absent, `--help` hides the option. */
  what?: string;
}

export type Options = Readonly<Record<string, Option>>;

/** Values by option name: text, or true for a switch. */
export type Values = Readonly<Record<string, string | true | undefined>>;

/** Parses the arguments after the verb. @param isPassing whether unknown ones go to the app, as `--open=/x` does */
export function parseVerb(
  args: readonly string[],
  options: Options,
  isPassing: boolean,
): { values: Values; rest: string[] } {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const rest = args.slice(end + 1);
  if (end < args.length && !isPassing)
    throw new UsageError('"--" separates arguments for the app, and this command passes none.');
  const names = Object.keys(options).map((name) => `--${name}`);
  const { tokens } = parseArgs({ args: args.slice(0, end), options, strict: false, tokens: true });
  const values: Record<string, string | true> = {};
  const passed = new Set<number>();
  for (const token of tokens) {
    const option = token.kind === 'option' && Object.hasOwn(options, token.name) && options[token.name];
    if (token.kind === 'option' && option) {
      values[token.name] = given(token, option);
      continue;
    }
    const typed = token.kind === 'option' ? token.rawName : String(args[token.index]);
    const near = token.kind === 'option' && !token.inlineValue ? nearest(typed, names) : undefined;
    if (isPassing && !near) passed.add(token.index);
    else if (near)
      throw new UsageError(
        `Unknown option ${typed}. Did you mean ${near}?${isPassing ? ' If it is for the app, write it after " -- ".' : ''}`,
      );
    else
      throw new UsageError(
        `${token.kind === 'option' ? 'Unknown option' : 'Unexpected argument'} ${typed}. --help lists the options.`,
      );
  }
  return { values, rest: [...args.filter((_, index) => passed.has(index)), ...rest] };
}

interface Typed {
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function given({ rawName, value, inlineValue }: Typed, { type, value: stands }: Option): string | true {
  if (type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return true;
  }
  // In `--name --yes` the value is missing.
  if (!value?.trim() || (!inlineValue && value.startsWith('-')))
    throw new UsageError(`${rawName} needs a value: ${rawName} ${stands ?? 'TEXT'}`);
  return value;
}
