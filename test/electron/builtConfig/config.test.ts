import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG_DEFAULTS, CONFIG_FILE, config, readConfig } from '../../../electron/builtConfig/config.ts';
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
  expect(read(JSON.stringify(own))).toEqual({
    config: { ...CONFIG_DEFAULTS, ...own, telemetry: { ...CONFIG_DEFAULTS.telemetry, ...own.telemetry } },
  });
});

it('of a file that cannot be read the app counts as packaged, and the defaults apply', () => {
  const config = { ...CONFIG_DEFAULTS, packaged: true };
  for (const text of ['{ name: }', 'null']) expect(read(text)).toEqual({ config, problem: 'is not JSON' });
  const problem = expect.stringMatching(/^cannot be read \(E\w+\)$/);
  expect(readConfig(testFolder())).toEqual({ config, problem });
});
