/**
 * What a start reads, in bytes that are the same on every machine: a module that joins the start fails here, and raising
 * a number needs a reason. `npm run bench` measures times.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APP } from '../../support/app.ts';

const BUILD = join(APP, '.build');
const sizeOf = (...parts: string[]) => statSync(join(BUILD, ...parts)).size;

/** The size of main's file of this name. */
function sizeOfMain(name: string): number {
  const files = readdirSync(join(BUILD, 'main'));
  return sizeOf('main', files.find((one) => one.replace(/-[\w-]{8}\.cjs$/, '.cjs') === name) ?? name);
}

describe('the build', () => {
  it('reads this much of main at a start, and more of it only with reports', () => {
    // What only some apps or moments need is in files of its own: `await import`.
    expect(sizeOfMain('main.cjs')).toBeLessThanOrEqual(238_000);
    // With reports these two; 220 kB are the SDK, whose `init` brings all its integrations and OpenTelemetry.
    expect(sizeOfMain('outbox.cjs')).toBeLessThanOrEqual(33_000);
    expect(sizeOfMain('reports.cjs')).toBeLessThanOrEqual(268_000);
  });

  it('paints first from one small document, which waits for no other file', () => {
    const html = readFileSync(join(BUILD, 'renderer', 'index.html'), 'utf8');
    // 4,200 of it are the style of the error page.
    expect(html.length).toBeLessThanOrEqual(5_700);
    expect(html).not.toMatch(/<link[^>]*rel="?stylesheet/);
    // It waits for the document; without `defer` the document would wait for it.
    expect(html.match(/<script\b/g)).toHaveLength(1);
    expect(html.match(/<script defer/g)).toHaveLength(1);
  });

  it('runs one small script before the first paint, and another for the error page', () => {
    const html = readFileSync(join(BUILD, 'renderer', 'index.html'), 'utf8');
    const read = (pattern: RegExp) =>
      readFileSync(join(BUILD, 'renderer', pattern.exec(html)?.[1] ?? ''), 'utf8');
    const first = read(/src="\/(_holdfast\/[^"]+)"/);
    // It catches errors from here on, keeps them until the SDK is there, and sees that a page stays empty.
    expect(first.length).toBeLessThanOrEqual(9_300);
    // React's DOM is 207 kB of it, each fault's texts and what removes secrets 7 kB each.
    const second = read(/rel="modulepreload" href="\/(_holdfast\/[^"]+)"/);
    expect(second.length).toBeLessThanOrEqual(261_500);
    // Imports at the top would load before it runs.
    expect(second).not.toMatch(/(?:^|[;}\n])import\s*[{"'*]/);
    const all = readdirSync(join(BUILD, 'renderer', '_holdfast')).filter((name) => name.endsWith('.js'));
    const bytes = all.reduce((sum, name) => sum + sizeOf('renderer', '_holdfast', name), 0);
    expect(bytes).toBeLessThanOrEqual(552_000);
  });

  it('reads nothing of React before an error page is painted', () => {
    const [documents] =
      /<!doctype html>.*<\/html>/s.exec(readFileSync(join(BUILD, 'main/main.cjs'), 'utf8')) ?? [];
    expect(documents?.match(/<script defer src="[^"]+page-[^"]+" data-main="/g)).toHaveLength(2);
    expect(documents).not.toContain('modulepreload');
  });

  it('has a small preload', () => {
    // 1,740 of it see that somebody types or pastes, and that a page empties itself, 790 send a form again.
    expect(sizeOf('preload', 'preload.cjs')).toBeLessThanOrEqual(6_120);
  });
});
