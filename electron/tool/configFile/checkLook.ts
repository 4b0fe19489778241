/** The setting `look`: checks it, and turns it into data that the shell can write into its style sheets. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../../builtConfig/config.ts';
import type { HoldfastConfig } from './defineConfig.ts';

/** Returns the file. @throws Error if it is missing, which electron-builder ignores */
export function checkedIcon(root: string, icons = ''): string {
  const file = resolve(root, icons, 'icon.png');
  if (existsSync(file)) return file;
  throw new Error(`icons: ${file} is missing. Add it, or remove "icons".`);
}

type Scheme = 'light' | 'dark';
type Look = NonNullable<HoldfastConfig['look']>;

/** The pages' backgrounds, as in electron/shared/look.css. */
const PAGE = { light: '#ffffff', dark: '#15171b' } as const;
const [BLACK, WHITE] = ['#000000', '#ffffff'] as const;
/** The contrast that a control needs with the page (WCAG 2.2, 1.4.11). Its label always reaches 4.5 in black or white. */
const NEEDED = 3;

const GENERIC = /^(?:system-ui|sans-serif|serif|monospace|ui-(?:sans-serif|serif|monospace|rounded))$/;
const FAMILY = /^(["']?)([\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]{0,62})\1$/u;

/** Returns a font stack with every name quoted; undefined if one is not a name. */
export function fontStack(text: string): string | undefined {
  const families = text.split(',').map((family) => FAMILY.exec(family.trim())?.[2]);
  if (families.length > 10 || families.includes(undefined)) return undefined;
  return families.map((name = '') => (GENERIC.test(name) ? name : `"${name}"`)).join(', ');
}

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function accents(accent: NonNullable<Look['accent']>): Record<Scheme, string> {
  const { light, dark } = typeof accent === 'string' ? { light: accent, dark: accent } : accent;
  return { light: light.toLowerCase(), dark: dark.toLowerCase() };
}

/** Says what is wrong with colours `#rrggbb`; undefined if both schemes can use them. */
export function accentProblem(accent: NonNullable<Look['accent']>): string | undefined {
  const given = accents(accent);
  const bad = (['light', 'dark'] as const).find((scheme) => contrast(given[scheme], PAGE[scheme]) < NEEDED);
  if (!bad) return undefined;
  const measured = contrast(given[bad], PAGE[bad]).toFixed(2);
  return `has a contrast of ${measured} with the ${bad} page, and needs ${NEEDED}: choose a ${bad === 'light' ? 'darker' : 'lighter'} one for it`;
}

const labelOn = (colour: string) => (contrast(colour, WHITE) >= contrast(colour, BLACK) ? WHITE : BLACK);
/** The label's opposite: a pressed button has more contrast, not less. */
const awayFrom = (colour: string) => (labelOn(colour) === BLACK ? WHITE : BLACK);

const coloursOf = ({ light, dark }: Record<Scheme, string>): Config['look']['colours'] => ({
  accent: [light, dark],
  label: [labelOn(light), labelOn(dark)],
  away: [awayFrom(light), awayFrom(dark)],
});

/** Returns the data for `config.json`, from a look that was checked. */
export const lookData = ({ accent, font }: Look, hasIcon: boolean): Config['look'] => ({
  ...(accent !== undefined && { colours: coloursOf(accents(accent)) }),
  ...(font !== undefined && { font: fontStack(font) ?? '' }),
  ...(hasIcon && { icon: true }),
});
