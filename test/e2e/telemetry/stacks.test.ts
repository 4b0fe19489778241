/** A server can map stacks of the built app to source lines by debug ids. */
import { globSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { APP } from '../../support/app.ts';
import { server, startReporting, type TelemetryApp, withBench } from '../../support/telemetryApp.ts';

interface Symbolic {
  exception: { values: { stacktrace: { frames: { filename: string; lineno: number; colno: number }[] } }[] };
  debug_meta?: { images: { type: string; code_file: string; debug_id: string }[] };
}

const BUILD = join(APP, '.build');
let app: TelemetryApp;
withBench();
beforeAll(async () => {
  app = await startReporting();
});

const CAPTURE = `const capture = (error) => {
  const { [globalThis.__SENTRY__.version]: sentry } = globalThis.__SENTRY__;
  (sentry.acs?.getCurrentScope() ?? sentry.stack.getScope()).captureException(error);
};`;

/** The source lines of an event's frames, by the maps with the frames' debug ids. */
async function sourceLines(text: string): Promise<string[]> {
  const event = (await server.error(text)) as unknown as Symbolic;
  const maps = globSync('**/*.map', { cwd: BUILD }).map((name) => readFileSync(join(BUILD, name), 'utf8'));
  return event.exception.values[0]?.stacktrace.frames.flatMap(({ filename, lineno, colno }) => {
    const image = event.debug_meta?.images.find(({ code_file }) => code_file === filename);
    const map = image && maps.find((one) => one.includes(`"debug_id":"${image.debug_id}"`));
    if (!map) return [];
    const parsed = JSON.parse(map);
    const entry = new SourceMap(parsed).findEntry(lineno - 1, colno - 1);
    if (!('originalSource' in entry)) return [];
    const source = parsed.sourcesContent[parsed.sources.indexOf(entry.originalSource)] as string;
    const file = entry.originalSource.replace(/^.*?((?:electron|renderer)\/)/, '$1');
    return [`${file}: ${source.split('\n')[entry.originalLine]?.trim()}`];
  }) as string[];
}

it('of main', async () => {
  await app.main(`
    ${CAPTURE}
    const event = { preventDefault() { throw new Error('refused in main'); } };
    try { electron.app.emit('open-url', event, 'x:'); } catch (error) { capture(error); }
  `);
  expect(await sourceLines('refused in main')).toContain(
    'electron/app/deepLinks.ts: event.preventDefault();',
  );
});

it('of the page', async () => {
  await app.page.evaluate(`(() => {
    ${CAPTURE}
    const event = new Event('error');
    Object.defineProperty(event, 'error', { get() { capture(new Error('refused in the page')); } });
    dispatchEvent(event);
  })()`);
  expect(await sourceLines('refused in the page')).toContain(
    'renderer/page/uncaught.ts: const { error, message, filename, lineno, colno } = event as ErrorEvent;',
  );
});

it('every built script has an id, and its map has the same one', () => {
  const scripts = globSync('{main,preload,renderer}/**/*.{cjs,js}', { cwd: BUILD });
  expect(scripts.length).toBeGreaterThan(5);
  for (const name of scripts) {
    const [, id] = /\/\/# debugId=([\da-f-]{36})\s*$/.exec(readFileSync(join(BUILD, name), 'utf8')) ?? [];
    expect(id, name).toBeDefined();
    expect(JSON.parse(readFileSync(join(BUILD, `${name}.map`), 'utf8')).debug_id, name).toBe(id);
  }
});
