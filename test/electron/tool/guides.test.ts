/** What the guides promise: their length, commands and messages that exist, every key of the configuration and the settings. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SETTINGS_KEYS } from '../../../electron/builtConfig/settingsSchema/schema.ts';
import { VERBS } from '../../../electron/tool/cli/commands.ts';
import { CONFIG } from '../../../electron/tool/configFile/configSchema.ts';
import manifest from '../../../package.json' with { type: 'json' };

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');
const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** The texts in backquotes in the first column of tables. */
const firstCells = (text: string) =>
  allOf(text, /^\| (.+?) \|/gm).flatMap((cell) => allOf(cell, /`([^`]+)`/g));

it.each(['tool', 'shell/serviceWorker', 'shell/serverAddress', 'shell/window', 'shell/extension'])(
  'the guide in electron/%s has fewer than 1,500 words',
  (room) => {
    const words = read(`electron/${room}/README.md`).split(/\s+/).length;
    expect(words).toBeGreaterThan(300);
    expect(words).toBeLessThan(1500);
  },
);

it('the table of the configuration has every key, and no other', () => {
  const [, section = ''] =
    /\n## 2\. holdfast\.config\.ts\n(.*?)\n## /s.exec(read('electron/tool/README.md')) ?? [];
  const { web, ...others } = CONFIG.entries;
  const keys = [...Object.keys(others), ...Object.keys(web.entries).map((key) => `web.${key}`)];
  expect(firstCells(section).sort()).toEqual(keys.sort());
  const telemetry = /^\| `telemetry` \| (.*) \|$/m.exec(section)?.[1] ?? '';
  for (const key of Object.keys(others.telemetry.wrapped.entries)) expect(telemetry).toContain(`\`${key}\``);
});

it('the table of the settings has every key, and no other', () => {
  const [table = ''] = /\| key \| meaning \|\n.*?\n\n/s.exec(read('electron/shell/settings/README.md')) ?? [];
  expect(firstCells(table).sort()).toEqual([...SETTINGS_KEYS].sort());
});

it('the guide to trouble has twenty messages, which the tool or the app says', () => {
  const messages = firstCells(read('electron/shell/diagnostics/README.md'));
  expect(messages).toHaveLength(20);
  const files = globSync('electron/**/{*.ts,en.json}', { cwd: PROJECT });
  const sources = files.map(read).join('\n');
  // What stands between the parts differs from case to case.
  const parts = messages.flatMap((message) => message.split('…')).filter((part) => part.length > 4);
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});

const DOCUMENTS = ['README.md', '.github/CONTRIBUTING.md', '{electron,renderer,test}/**/README.md'];

it.each(globSync(DOCUMENTS, { cwd: PROJECT }))('%s names only scripts, verbs and options', (file) => {
  const text = read(file);
  const scripts = allOf(text, /\bnpm run ([\w:]+)/g);
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
  for (const [line, verb = '', rest = ''] of text.matchAll(/\bnpx holdfast ([a-z]+)([^`\n]*)/g)) {
    expect(Object.keys(VERBS), line).toContain(verb);
    const { options = {}, forApp = '' } = VERBS[verb] ?? {};
    for (const option of allOf(rest, / --([a-z-]+)/g))
      expect(`${Object.keys(options)} ${forApp} help verbose`, line).toContain(option);
  }
});
