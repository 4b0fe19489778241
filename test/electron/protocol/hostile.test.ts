import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { fileResponse } from '../../../electron/protocol/files.ts';
import { resolvePath } from '../../../electron/protocol/path.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';
import { INDEX, makeServedFolder, SCRIPT, SECRET, serve } from './folder.ts';
import { sendTo } from './send.ts';

const SEED = 20261120;
const PATHS = 300;

const served = makeServedFolder();
afterAll(() => served.remove());

const { handler, errors } = serve({ folder: served.folder });
const send = sendTo(handler);

const words = (text: string) => text.trim().split(/\s+/);
const ups = [
  ...words('.. %2e%2e .%2E %2e. %252e%252e %C0%AE%C0%AE %E0%80%AE. ..; ..%20 ... .'),
  '.. ', // a space, which Windows drops
];
const slashes = [...words('/ // %2f %2F %5c %5C %252f %255c %C0%AF \u2215 \uff0f %E2%88%95 /./'), '\\'];
const places =
  words(`secret.txt secret.js outside/secret.txt served-too/secret.txt served/index.html _holdfast
  _holdfast/link.js _holdfast/outside/secret.txt link.txt loop.js up/secret.txt up/up/secret.txt
  up/served/_holdfast/plain.js etc/passwd Windows/win.ini secret.txt%00.js secret.txt\u0000.js secret.txt::$DATA
  con nul.js index.html .git/config`);
const starts = [
  ...words('C: c%3A C| / //127.0.0.1/share %5c%5chost%5cshare file: ~ _holdfast _holdfast/outside'),
  '',
  '\\\\?\\C:',
];

const part = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ups) },
  { weight: 2, arbitrary: fc.constantFrom(...places) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.nat({ max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`) },
  { weight: 1, arbitrary: fc.constantFrom('a'.repeat(300), `${'x/'.repeat(3000)}y.js`) },
);

/** Anything: a start, parts that climb with any kind of slash between them, and usually the name of a file. */
const wildPath = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.array(fc.tuple(part, fc.constantFrom(...slashes)), { maxLength: 6 }),
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...places) }, { weight: 1, arbitrary: part }),
    fc.constantFrom('', '', '', '?x=../secret.txt', '#../secret.txt', '/', '.', '%20'),
  )
  .map(([start, middle, end, tail]) => `/${start}${start && '/'}${middle.flat().join('')}${end}${tail}`);

/** Paths that would reach the secret on a server without checks, on one system or another. */
const aimedPath = fc
  .tuple(
    fc.constantFrom('', '_holdfast/', 'up/', '_holdfast/outside/'),
    fc.array(
      fc.tuple(
        fc.constantFrom('..', '%2e%2e', '.%2E', '%2e.'),
        fc.constantFrom('/', '%2f', '%2F', '//', '/./', '\\', '%5c'),
      ),
      { maxLength: 3 },
    ),
    fc.constantFrom('secret.txt', 'secret.js', 'outside/secret.txt', 'served-too/secret.txt', 'link.txt'),
  )
  .map(([start, ups, end]) => `/${start}${ups.flat().join('')}${end}`);

const hostilePath = fc.oneof(wildPath, aimedPath);

const INSIDE = new Set([INDEX, SCRIPT, '{}', 'notes']);

describe(`${PATHS} generated hostile paths (seed ${SEED})`, () => {
  it('read nothing outside the served folder when taken as they are', async () => {
    await fc.assert(
      fc.asyncProperty(hostilePath, async (path) => {
        const found = await fileResponse(served.folder, resolvePath(path.replace(/[?#].*/s, '')));
        if (found) expect(INSIDE).toContain(String(found.body));
      }),
      { numRuns: PATHS, seed: SEED },
    );
  });

  it('get 200 only for what is inside, else 400 or 404, when sent as requests', async () => {
    await fc.assert(
      fc.asyncProperty(hostilePath, fc.constantFrom('text/html', '*/*'), async (path, accept) => {
        const response = await send(`app://shell${path}`, { headers: { accept } });
        const body = await response.text();
        expect(body).not.toContain(SECRET);
        expect([200, 400, 404]).toContain(response.status);
        if (response.status === 200) expect(INSIDE).toContain(body);
      }),
      { numRuns: PATHS, seed: SEED },
    );
    expect(errors).toEqual([]);
  });
});
