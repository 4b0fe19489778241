import { ImageOptimizerCache } from 'next/dist/server/image-optimizer.js';
import { imageConfigDefault } from 'next/dist/shared/lib/image-config.js';
import { describe, expect, it } from 'vitest';
import { readParams } from '../../../../electron/webapp/images/params.ts';
import { timeToLive } from '../../../../electron/webapp/images/upstream.ts';

const ORIGIN = 'http://origin.example';

/** The framework's own verdict; hosts are judged elsewhere here, so all are allowed there. */
function theirs(search: string): string | undefined {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(new URLSearchParams(search).keys())) {
    const values = new URLSearchParams(search).getAll(name);
    query[name] = values.length > 1 ? values : (values[0] as string);
  }
  const images = { ...imageConfigDefault, remotePatterns: [{ hostname: '**' }] };
  const result = ImageOptimizerCache.validateParams(
    { headers: {} } as never,
    query as never,
    { images } as never,
    false,
  );
  return 'errorMessage' in result ? result.errorMessage : undefined;
}

function ours(search: string): string | undefined {
  const result = readParams(new URLSearchParams(search), ORIGIN);
  return 'message' in result ? result.message : undefined;
}

const URLS = [
  undefined,
  '',
  '/a.png',
  '/a b.png',
  '//evil/a.png',
  'a.png',
  'http://h/a.png',
  'https://h/a',
  'ftp://h/a',
  'javascript:1',
  'data:image/png,',
  `/${'a'.repeat(3072)}`,
  `/${'a'.repeat(3071)}`,
  '/_next/image?url=x',
  '/_next/image/',
  '/x/_next/image',
  '/_next%2Fimage',
  '/_next/images',
  'http://',
  '/a.png?x=1#y',
];
const NUMBERS = [undefined, '', ...'0 1 640 640.5 -640 641 75 100 101 x 0640'.split(' '), '9'.repeat(30)];

describe('the query of an image', () => {
  it(`is judged as the framework does: ${URLS.length * NUMBERS.length ** 2} queries`, () => {
    for (const url of URLS) {
      for (const w of NUMBERS) {
        for (const q of NUMBERS) {
          const given = Object.entries({ url, w, q }).filter(
            (entry): entry is [string, string] => entry[1] !== undefined,
          );
          const search = String(new URLSearchParams(given));
          expect([search, ours(search)]).toEqual([search, theirs(search)]);
        }
      }
    }
  });

  it.each(['url=/a&url=/b&w=640&q=75', 'url=/a&w=640&w=640&q=75', 'url=/a&w=640&q=75&q=75'])(
    '%s is refused: each is given once',
    (search) => {
      expect(ours(search)).toContain('cannot be an array');
      expect(ours(search)).toBe(theirs(search));
    },
  );

  it('never leads to another host than it says', () => {
    for (const url of ['/\\evil.example/a', '\\\\evil.example/a', '/\t/evil.example/a']) {
      const result = readParams(new URLSearchParams({ url, w: '640', q: '75' }), ORIGIN);
      if ('source' in result) expect(result.source.origin).toBe(ORIGIN);
    }
  });
});

describe('the time to live', () => {
  it.each([
    [null, 60],
    ['', 60],
    ['max-age=10', 60],
    ['max-age=3600', 3600],
    ['s-maxage=120, max-age=3600', 120],
    ['MAX-AGE="300"', 300],
    ['public, max-age=300, must-revalidate', 300],
    ['no-store', 60],
    ['private, no-cache, max-age=90', 90],
    ['max-age=x', 60],
    ['s-maxage=, max-age=90', 90],
    ['max-age=-1', 60],
  ])('of %j is %i s', (header, seconds) => {
    expect(timeToLive(header, 60)).toBe(seconds);
  });
});
