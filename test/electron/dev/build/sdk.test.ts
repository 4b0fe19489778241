import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leanSdk } from '../../../../electron/dev/build/sdk.ts';

type Handler = (this: { error(text: string): never }, code: string, id: string) => { code: string };

const require = createRequire(import.meta.url);
const modules = join(dirname(require.resolve('@sentry/core/package.json')), '..', '..');
const defaults = join(modules, '@sentry/electron/esm/main/sdk.js').replaceAll('\\', '/');
const tracing = join(modules, '@sentry/node/build/esm/sdk/initOtel.js').replaceAll('\\', '/');

const { filter, handler } = leanSdk().transform as unknown as { filter: { id: RegExp[] }; handler: Handler };
const failing = {
  error(text: string): never {
    throw new Error(text);
  },
};
const edit = (id: string, code = readFileSync(id, 'utf8')) => handler.call(failing, code, id).code;

describe('the SDK in main, without what its start can do without', () => {
  it('is edited where the installed SDK has these parts', () => {
    for (const id of [defaults, tracing]) expect(filter.id.some((one) => one.test(id))).toBe(true);
    const edited = edit(defaults);
    expect(edited).toContain('culture: false');
    expect(edited).not.toMatch(
      /^\s*(contextLines|preloadInjection|screenshots|localVariables)Integration\(\),/m,
    );
    expect(edited).not.toContain('makeElectronOfflineTransport()');
    expect(edit(tracing)).toContain('shouldUseBasicTracerProvider = false;');
  });

  it('keeps its lines, so that the source map stays right', () => {
    const linesOf = (text: string) => text.split('\n').length;
    for (const id of [defaults, tracing]) expect(linesOf(edit(id))).toBe(linesOf(readFileSync(id, 'utf8')));
  });

  it('does not build from an SDK that has changed there', () => {
    expect(() => edit(defaults, 'function getDefaultIntegrations() {}')).toThrow(
      /does not hold .*EDITS in sdk\.ts/,
    );
  });
});

describe('the versions of the SDK', () => {
  it('are exact, and each package uses the one @sentry/core that is bundled', async () => {
    const { dependencies } = await import('../../../../package.json');
    const names = ['@sentry/electron', '@sentry/core', '@sentry/replay'] as const;
    for (const name of names) expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
    const core = require.resolve('@sentry/core');
    // What is bundled comes by these: a second core would have scopes and clients of its own.
    for (const name of ['electron', 'node', 'browser', 'replay']) {
      const within = createRequire(join(modules, '@sentry', name, 'package.json'));
      expect(within.resolve('@sentry/core')).toBe(core);
    }
    expect(require('@sentry/core/package.json').version).toBe(dependencies['@sentry/core']);
  });
});
