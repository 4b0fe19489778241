import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createBuilder } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorDocuments, styleHashes } from '../../../../electron/dev/build/documents.ts';
import { TOKENS } from '../../../../electron/shared/document.ts';

const project = join(import.meta.dirname, '../../../..');

let folder: string;
let withoutRenderer: unknown;
let frame: string;
let error: string;
let main: { errorDocument: { coded: string; uncoded: string }; styleHashes: string[] };

/** The project's own build, into a folder of this test, with a main that is nothing but its documents. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-documents-'));
  const entry = join(folder, 'entry.ts');
  await writeFile(entry, "export * from 'virtual:documents';");
  const builder = await createBuilder({
    configFile: join(project, 'vite.config.ts'),
    logLevel: 'silent',
    environments: {
      client: { build: { outDir: join(folder, 'renderer') } },
      main: { build: { outDir: join(folder, 'main'), rolldownOptions: { input: entry } } },
    },
  });
  const build = (name: string) => {
    const environment = builder.environments[name];
    if (!environment) throw new Error(`vite.config.ts has no environment ${name}.`);
    return builder.build(environment);
  };
  withoutRenderer = await build('main').catch((reason: unknown) => reason);
  await build('client');
  await build('main');
  frame = await readFile(join(folder, 'renderer/index.html'), 'utf8');
  error = await readFile(join(folder, 'renderer/error.html'), 'utf8');
  main = await import(pathToFileURL(join(folder, 'main/entry.cjs')).href);
});
afterAll(() => rm(folder, { recursive: true }));

describe('a build of main without a renderer', () => {
  it('fails and says what to build first', () => {
    expect(String(withoutRenderer)).toMatch(/build the renderer first, with npm run build/);
  });
});

describe('the built documents', () => {
  it('need no unsafe-inline: no inline script, no handler, no style attribute', () => {
    for (const html of [frame, error, main.errorDocument.coded, main.errorDocument.uncoded]) {
      for (const [, attributes] of html.matchAll(/<script\b([^>]*)>/g)) expect(attributes).toMatch(/\bsrc="/);
      expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/);
    }
  });

  it('fetch nothing for their first paint, and from paths only', () => {
    for (const html of [frame, error]) {
      expect(html).not.toMatch(/rel="stylesheet"|@import|url\(/);
      expect(html).not.toMatch(/(?:src|href)="(?!\/[^/]|\/")/);
    }
  });

  it('have one inline style, and main knows its hash', () => {
    const css = /<style>(.*?)<\/style>/s.exec(frame)?.[1] ?? '';
    expect(css).toContain('.fault-line');
    expect(main.styleHashes).toEqual([`'sha256-${createHash('sha256').update(css).digest('base64')}'`]);
    expect(styleHashes(error)).toEqual(main.styleHashes);
  });

  it('start the same script as the page', async () => {
    const script = /<script[^>]*>/.exec(frame)?.[0];
    expect(await readdir(join(folder, 'renderer/assets'))).toContainEqual(expect.stringMatching(/\.js$/));
    for (const html of [error, main.errorDocument.coded]) expect(html).toContain(script);
  });

  it('have a place for every token, and for a code only where there is one', () => {
    const tokens = (html: string) => new Set([...html.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
    expect(tokens(main.errorDocument.coded)).toEqual(new Set(TOKENS));
    expect(tokens(main.errorDocument.uncoded)).toEqual(new Set(TOKENS.filter((name) => name !== 'code')));
  });

  it('hold a plain 500 that can be opened as it is', () => {
    expect(error).not.toMatch(/\{\{|Starting/);
    expect(error).toContain('<title>500: Internal Server Error</title>');
    expect(error).toMatch(/<h1[^>]*>500<\/h1>.*<h2[^>]*>Internal Server Error\.<\/h2>/);
    expect(error).toContain('<a href="/">Try again</a>');
    expect(error.match(/<title>/g)).toHaveLength(1);
  });
});

describe('a frame that lost a place to fill', () => {
  it.each([
    ['the title', '<head></head><!--frame-->x<!--/frame-->', /<title>/],
    ['the marks around the start mark', '<title>x</title><div id="root"></div>', /<!--frame-->/],
  ])('fails the build and names %s', async (_, frame, message) => {
    await expect(errorDocuments(frame)).rejects.toThrow(message);
  });
});
