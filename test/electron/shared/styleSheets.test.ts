/** One look: every style sheet of the shell takes its colours, sizes and radii from one. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT } from '../../support/app.ts';

const LOOK = 'electron/shared/look.css';
const SHEETS = globSync('{electron,renderer}/**/*.{css,html}', { cwd: PROJECT }).filter(
  (name) => !name.includes('pages/') && name !== LOOK,
);
const rulesOf = (name: string) => readFileSync(join(PROJECT, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([found]) => found);

const SIZES = ['0px', '1px', '2px', '4px', '8px', '12px', '16px', '20px', '24px', '32px', '40px', '48px'];
/** Colours by value or by name; `transparent`, `currentcolor` and those of forced colours are none. */
const COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<=:[^;:{]*\b)(?:black|white|gray|grey|red|green|blue|orange|yellow|purple|canvas(?:text)?)\b/gi;

it('there are sheets besides it', () => {
  expect(SHEETS).toContain('renderer/error/error.css');
  expect(SHEETS).toContain('electron/shell/window/overlay.css');
  expect(all('a { color: #fff; border: 1px solid gray; background: rgb(0 0 0) }', COLOUR)).toHaveLength(3);
});

it.each(SHEETS)('%s has no colour, size of type or radius of its own', (name) => {
  const css = rulesOf(name);
  expect(all(css, COLOUR)).toEqual([]);
  expect(all(css, /-?\d*\.?\d+px/g).filter((size) => !SIZES.includes(size.replace('-', '')))).toEqual([]);
  expect(all(css, /(?<=font(?:-size)?:)[^;}]*\d(?:px|r?em)/g)).toEqual([]);
  expect(all(css, /(?<=font-weight:)[^;}]+/g).filter((one) => !/^(?:400|600)$/.test(one.trim()))).toEqual([]);
  expect(
    all(css, /(?<=radius:)[^;}]+/g).filter((one) => !/^var\(--(?:control|card)\)$/.test(one.trim())),
  ).toEqual([]);
});

it('no module writes a style of its own into a page', () => {
  const modules = globSync('{electron,renderer}/**/*.{ts,tsx}', { cwd: PROJECT });
  const styled = modules.filter((name) => /font:\s*\d|border-radius:/.test(rulesOf(name)));
  expect(styled).toEqual([]);
});
