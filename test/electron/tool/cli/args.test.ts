import { expect, it } from 'vitest';
import { parseVerb } from '../../../../electron/tool/cli/args.ts';
import { helpOf, VERBS } from '../../../../electron/tool/cli/commands.ts';
import { UsageError } from '../../../../electron/tool/project/say.ts';

const OPTIONS = { name: { value: 'NAME' }, yes: { short: 'y' }, 'no-build': {} };

it.each([
  [[], {}, []],
  [['--name', 'Shop', '-y'], { name: 'Shop', yes: true }, []],
  [['--name=--x', '--no-build'], { name: '--x', 'no-build': true }, []],
  [['--open=/a b', '--yes'], { yes: true }, ['--open=/a b']],
  [['--inspect-brk', '9229', '--yes', '-abc'], { yes: true }, ['--inspect-brk', '9229', '-abc']],
  [['--yes', '--', '--yes', '--', 'x'], { yes: true }, ['--yes', '--', 'x']],
])('%j is %j, and %j for the app', (args, values, rest) => {
  expect(parseVerb(args, OPTIONS, true)).toEqual({ values, rest });
});

it.each([
  [['--nmae', 'x'], false, "Unknown option '--nmae'. --help lists the options."],
  [['dist'], false, "Unexpected argument 'dist'"],
  [['--', 'x'], false, "Unexpected argument 'x'"],
  [['--no-biuld'], true, 'Unknown option --no-biuld. Did you mean --no-build? If it is for the app'],
  [['--name'], true, "'--name <value>' argument missing"],
  [['--name', '--yes'], true, "'--name' argument is ambiguous"],
  [['--yes=no'], true, "'-y, --yes' does not take an argument"],
])('%j is refused: %s %s', (args, isPassing, message) => {
  const parse = () => parseVerb(args, OPTIONS, isPassing);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(message);
});

it.each(Object.entries(VERBS))('the help of %s names its options and examples', (name, verb) => {
  const help = helpOf(name, verb);
  for (const example of verb.examples) expect(help).toContain(example);
  for (const [option, { what }] of Object.entries(verb.options))
    if (what) expect(help).toMatch(new RegExp(`--${option} .*${what.slice(-10)}`));
});
