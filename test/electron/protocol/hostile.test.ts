import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { INDEX, makeServedFolder, SCRIPT, SECRET, serve } from './folder.ts';
import { sendTo } from './send.ts';

const SEED = 20261120;
const PATHS = 500;

const served = makeServedFolder();
afterAll(() => served.remove());

const words = (text: string) => text.trim().split(/\s+/);
const ups = [...words('.. %2e%2e .%2E %2e. %252e%252e %C0%AE%C0%AE %E0%80%AE. ..; ..%20 ... . up'), '.. '];
const slashes = [...words('/ // %2f %5c %252f %255c %C0%AF \u2215 \uff0f %E2%88%95 /./'), '\\'];
const starts = words('/ C: c%3A C| //127.0.0.1/share %5c%5chost file: ~ _holdfast _holdfast/outside up');
const places =
  words(`secret.txt secret.js outside/secret.txt served-too/secret.txt served/index.html _holdfast index.html
  _holdfast/link.js _holdfast/outside/secret.txt link.txt loop.js up/secret.txt up/served/_holdfast/plain.js
  etc/passwd secret.txt%00.js secret.txt\u0000.js secret.txt::$DATA con nul.js .git/config`);

const part = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ups) },
  { weight: 2, arbitrary: fc.constantFrom(...places) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constantFrom('%ff', '%7f', 'a'.repeat(300), `${'x/'.repeat(3000)}y.js`) },
);

/** A start, parts that climb with any kind of slash between them, a file's name, and an ending. */
const path = fc
  .tuple(
    fc.constantFrom('', ...starts),
    fc.array(fc.tuple(part, fc.constantFrom(...slashes)), { maxLength: 4 }),
    fc.constantFrom(...places),
    fc.constantFrom('', '', '', '?x=../secret.txt', '#../secret.txt', '/', '.', '%20'),
  )
  .map(([start, middle, end, tail]) => `/${start}${start && '/'}${middle.flat().join('')}${end}${tail}`);

it(`${PATHS} generated hostile paths (seed ${SEED}) get only files inside, else 400 or 404`, async () => {
  const { handler, errors } = serve({ folder: served.folder });
  const send = sendTo(handler);
  const inside = new Set([INDEX, SCRIPT, '{}', 'notes']);
  await fc.assert(
    fc.asyncProperty(path, fc.constantFrom('text/html', '*/*'), async (path, accept) => {
      const response = await send(`app://shell${path}`, { headers: { accept } });
      const body = await response.text();
      expect(body).not.toContain(SECRET);
      expect([200, 400, 404]).toContain(response.status);
      if (response.status === 200) expect(inside).toContain(body);
    }),
    { numRuns: PATHS, seed: SEED },
  );
  expect(errors).toEqual([]);
});
