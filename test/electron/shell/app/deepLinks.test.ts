import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Origins } from '../../../../electron/common/origins.ts';
import { parseCommandLine, pathOfLink, toAppUrl } from '../../../../electron/shell/app/commandLine.ts';
import { anyCharacter } from '../../../support/anyCharacter.ts';
import { INDEX, makeServedFolder, SECRET, serve } from '../protocol/folder.ts';

const SEED = 20261121;
const LINKS = 500;

const of = (weight: number, ...texts: string[]) => ({ weight, arbitrary: fc.constantFrom(...texts) });
const parts = fc.oneof(
  of(4, '/', '//', '\\', '..', '.', '%2e', '%2f', '%5c', '%00', '%E0%A4%A', '%'),
  of(2, 'open', 'evil.example', 'shell', '@', ':', ':80', '?', '#', '&', '='),
  of(2, 'secret.txt', 'outside', 'up', 'assets', 'C:', 'con', 'index.html'),
  of(1, 'javascript:', 'file:', 'data:text/html,', '--no-sandbox', '--open=/x'),
  of(1, '\t', '\n', '\0', ' ', '\u202e', '\ud800', 'a'.repeat(5_000)),
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }) },
);
const link = fc
  .tuple(
    fc.constantFrom('holdfast://open', 'holdfast://open/', 'holdfast://', 'holdfast:', 'HoldFast://OPEN', ''),
    fc.array(parts, { maxLength: 12 }),
  )
  .map(([start, rest]) => start + rest.join(''));

describe(`${LINKS} generated links (seed ${SEED})`, () => {
  const served = makeServedFolder();
  afterAll(() => served.remove());
  const { send, errors } = serve({ folder: served.folder });

  it('lead to a page of the app or to 400 or 404, by every way in, and nowhere else', async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(link, async (text) => {
        const path = pathOfLink(text);
        // A second start hands over its whole command line, where the link may follow a Chromium switch.
        if (/^holdfast:/i.test(text)) {
          expect(parseCommandLine(['holdfast', '--x', '--', text])).toEqual({
            open: path,
            diagnostics: false,
            safeMode: false,
            clearData: false,
          });
        }
        const url = new URL(toAppUrl(new Origins(), path));
        expect([url.protocol, url.host, url.username, url.password]).toEqual(['app:', 'shell', '', '']);
        expect(url.href).toMatch(/^app:\/\/shell\/[\x21-\x5b\x5d-\x7e]*$/);
        const response = await send(url.href, { headers: { accept: 'text/html' } });
        const body = await response.text();
        expect([200, 400, 404]).toContain(response.status);
        expect(body).not.toContain(SECRET);
        if (response.headers.get('content-type')?.includes('html') && response.status === 200)
          expect(body).toBe(INDEX);
        seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
      }),
      { numRuns: LINKS, seed: SEED },
    );
    expect(errors).toEqual([]);
    // Both outcomes occur: the links are neither all refused nor all harmless.
    expect(seen.get(200)).toBeGreaterThan(15);
    expect(seen.get(400)).toBeGreaterThan(150);
  });
});
