import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_DEFAULTS, CONFIG_FILE, config, readConfig } from '../../../electron/configuration/config.ts';
import { testFolder } from '../testFolder.ts';

function read(text: string) {
  const file = join(testFolder(), 'config.json');
  writeFileSync(file, text);
  return readConfig(file);
}

it('without a file the configuration is the default', () => {
  expect(CONFIG_FILE).toMatch(/electron.config\.json$/);
  expect(config).toEqual(CONFIG_DEFAULTS);
});

it('the file overrides the defaults, key by key within telemetry', () => {
  const own = {
    name: 'Shop',
    settings: { origin: 'https://shop.example.com' },
    telemetry: { dist: '7', masks: { unmask: ['h1'] } },
    web: { dev: 'http://localhost:5173' },
  };
  expect(read(JSON.stringify({ ...own, unknown: 1 }))).toEqual({
    config: { ...CONFIG_DEFAULTS, ...own, telemetry: { ...CONFIG_DEFAULTS.telemetry, ...own.telemetry } },
  });
});

it.each([
  ['{ name: }', 'is not JSON'],
  ['[]', 'must hold a JSON object'],
  ['null', 'must hold a JSON object'],
])('%s is a problem: the defaults apply, and the app counts as packaged', (text, problem) => {
  expect(read(text)).toEqual({ config: { ...CONFIG_DEFAULTS, packaged: true }, problem });
});

it('names and ignores a value of the wrong type, and uses the others', () => {
  const wrong = { id: 7, name: 'Shop', telemetry: { masks: { mask: 'h1' } }, settings: [], web: { dev: 1 } };
  expect(read(JSON.stringify(wrong))).toEqual({
    config: { ...CONFIG_DEFAULTS, name: 'Shop' },
    problem: 'has the wrong type in "id", "telemetry.masks.mask", "web.dev"',
  });
});

const BLACK = ['#000000', '#000000'];
it.each([
  { colours: { accent: ['#000000', 'red;}body{display:none}'], label: BLACK, away: BLACK } },
  { colours: { accent: BLACK, label: BLACK } },
  { colours: { accent: BLACK, label: ['#000000;', '#000000'], away: BLACK } },
  ...['"a"}</style>', 'a;b:c', 'url(x)', '"a\\", x', "'a'", 'a/*'].map((font) => ({ font })),
])('a look with %j is a problem: it would become part of a style sheet', (look) => {
  const { config, problem } = read(JSON.stringify({ look }));
  expect(problem).toMatch(/^has the wrong type in "look\./);
  expect(config.look).toEqual({});
});

it('a folder instead of the file is a problem', () => {
  const { config, problem } = readConfig(testFolder());
  expect(problem).toMatch(/^cannot be read \(E\w+\)$/);
  expect(config.packaged).toBe(true);
});
