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
  const [file = name] = readdirSync(join(BUILD, 'main')).filter(
    (one) => one.replace(/-[\w-]{8}\.cjs$/, '.cjs') === name,
  );
  return sizeOf('main', file);
}

describe('the build', () => {
  it('reads this much of main at a start, and more of it only with reports', () => {
    // What every start reads at once: 27 kB of it are the English texts and valibot, 12 kB what removes secrets. What only
    // some apps or moments need is in files of its own: `await import`.
    expect(sizeOfMain('main.cjs')).toBeLessThanOrEqual(238_000);
    // With reports these two, before Chromium starts: they are complete from the first line on. 220 kB are the SDK, whose
    // own `init` brings all its integrations, also those that are left out, and OpenTelemetry.
    expect(sizeOfMain('outbox.cjs')).toBeLessThanOrEqual(33_000);
    expect(sizeOfMain('reports.cjs')).toBeLessThanOrEqual(268_000);
  });

  it('paints first from one small document, which waits for no other file', () => {
    const html = readFileSync(join(BUILD, 'renderer', 'index.html'), 'utf8');
    // Of it 150 for the words and the link of a page that is late, 140 for the nonce and why it stands there, 50 for the
    // texts of another language, 60 for the mark of the frame and for what the page script loads, and 4,200 for the
    // style of the error page, of which 700 are the colours, sizes and radii of all the shell's pages.
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
    // With all that catches errors from here on, and keeps them until the SDK is there; 1,050 are for what sees that a
    // page stays empty or is covered, if nothing on it moves, and that it has an SDK of its own; 170 for errors of workers; 610 for
    // the scopes, contexts, attachments and feedback of the app's own code before the SDK is there; 160 for pages at an
    // address of their own; 60 to load pages at once, and error pages after their paint; 80 to let an SDK
    // of the page start first; 270 to leave errors to the SDK's own handlers; 110 for the press that printing needs.
    expect(first.length).toBeLessThanOrEqual(9_300);
    // React's DOM is 207 kB of it, each fault's texts 7 kB, the icons and choices of its error page 2 kB, and 7 kB what
    // removes secrets from the details to copy: check digits, and the words of 17 languages.
    const second = read(/rel="modulepreload" href="\/(_holdfast\/[^"]+)"/);
    expect(second.length).toBeLessThanOrEqual(261_500);
    // Imports at the top would load before it runs.
    expect(second).not.toMatch(/(?:^|[;}\n])import\s*[{"'*]/);
    const all = readdirSync(join(BUILD, 'renderer', '_holdfast')).filter((name) => name.endsWith('.js'));
    const bytes = all.reduce((sum, name) => sum + sizeOf('renderer', '_holdfast', name), 0);
    // 700 are for scopes, attachments and feedback of the app's own code, and 8,000 for the texts and attributes that
    // replays mask, beside what removes secrets above.
    expect(bytes).toBeLessThanOrEqual(552_000);
  });

  it('reads nothing of React before an error page is painted', () => {
    const { documents } =
      /(?<documents><!doctype html>.*<\/html>)/s.exec(readFileSync(join(BUILD, 'main', 'main.cjs'), 'utf8'))
        ?.groups ?? {};
    expect(documents?.match(/<script defer src="[^"]+page-[^"]+" data-main="/g)).toHaveLength(2);
    expect(documents).not.toContain('modulepreload');
  });

  it('has a small preload', () => {
    // Of it 130 for the documents of a dev server, 330 for what pages ask of the app's own code in main, 50 for the
    // trace of that, 60 for loads that nobody asked for, 790 to send a form again after the user was asked, 370 to zoom by what a
    // key types, 1,740 to see that somebody types or pastes, and that a page empties itself, and 80 to tell main of a step of the
    // history inside the page.
    expect(sizeOf('preload', 'preload.cjs')).toBeLessThanOrEqual(6_120);
  });
});
