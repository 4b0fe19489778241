import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REDACTED, redact } from '../../../../electron/shared/secretPatterns/redact.ts';

const SEED = 20_261_120;

describe('private text', () => {
  it.each([
    // home folders
    ['at file:///home/jane/app/main.cjs:3:7', 'at file://~/app/main.cjs:3:7'],
    ['/var/home/jane/.config', '/var~/.config'],
    ['C:\\Users\\Jane Doe\\AppData\\x.json', '~\\AppData\\x.json'],
    ['C:\\\\Users\\\\jane\\\\x.json', '~\\\\x.json'],
    ['D:\\Documents and Settings\\jane\\x', '~\\x'],
    // addresses
    ['GET https://example.com/a?user=jane&page=2', 'GET https://example.com/a?user=***&page=***'],
    ['GET /a?x=1&jane#part', 'GET /a?x=***&***#part'],
    ['see /a#access_token=jane&type=x', 'see /a#access_token=***&type=***'],
    ['at f (app://shell/x.js?v=12:10:5)', 'at f (app://shell/x.js?v=***:10:5)'],
    // named secrets
    ["{ apiKey: 'abc def' }", "{ apiKey: '***' }"],
    ['cut off: token="abc', 'cut off: token="***'],
    ['cut off: token="', 'cut off: token="***'],
    ['{"authorization":"Bearer abc","x":1}', '{"authorization":"***","x":1}'],
    ['sent Basic amFuZTpwYXNz here', 'sent Basic *** here'],
    ['{"name":"password","value":{"a":"b"}}', '{"name":"password","value":"***"}'],
    ['<token>{"a":1}</token>', '<token>***</token>'],
    ['GET /a?x=1&jane:3:7) next', 'GET /a?x=***&***:3:7) next'],
    // shapes
    ['from NO93 8601 1117 947 to me', 'from *** to me'],
    ['mail jörg@bücher.example now', 'mail *** now'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-_x end', 'jwt *** end'],
    ['key AKIAIOSFODNN7EXAMPLE9 end', 'key *** end'],
    ['16 odd signs: x9x9x9x9x9x9x9x9_word', '16 odd signs: ***'],
    ['short words: abCabCabCabCabCabCab', 'short words: ***'],
  ])('%s → %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact(expected)).toBe(expected);
  });

  it('removes the folders that the caller names', () => {
    expect(redact('/srv/jane/x and /srv/jane2', { homes: ['/srv/jane'] })).toBe('~/x and /srv/jane2');
    expect(redact('D:\\jane (1)\\x', { homes: ['D:\\jane (1)'] })).toBe('~\\x');
    expect(redact('/a/b', { homes: ['/', ''] })).toBe('/a/b');
    expect(redact('/a/b', { homes: ['/a'] })).toBe('~/b');
  });

  it('removes the names that the caller gives, as whole words', () => {
    const names = ['alice', 'müller.j'];
    expect(redact('Alice on alice-laptop, alice_2, malice', { names })).toBe(
      '*** on ***-laptop, ***_2, malice',
    );
    expect(redact('D:\\data\\müller.j\\x of MÜLLER.J', { names })).toBe('D:\\data\\***\\x of ***');
  });
});

describe('plain text', () => {
  it.each([
    "TypeError: Cannot read properties of undefined (reading 'map')",
    'at Object.render (app://shell/assets/index-BxYz12Qa.js:10:2345)',
    'at collectJavaScriptCallStack (node:internal/process/task_queues:103:5)',
    'at Module._compile (node_modules/@sentry/electron/main/integrations/renderer-anr.js:12:3)',
    'SyntaxError: Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
    'ERR_CONNECTION_REFUSED (-102)',
    'renderer process gone: crashed, exit code 139',
    'Failed to load static props',
    '2026-11-20T10:15:00.000Z',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Electron/45.4.1',
    'react@19.3.1 and @sentry/electron@7.20.2 in package-lock.json',
    'What happened? Nothing; 3 of 15 samples showed no script.',
    'https://example.com/home/settings and app://shell/Users/list',
    'The author said: the tokenizer is slow, the secretary agrees.',
    'internationalization_of_everything/and-a-long-name/index.tsx',
    'commit 1a2b3c4, version 45.4.1, port 65535, 1763632800000',
    'Basic authentication is not supported',
    'x9x9x9x9x9x9x9x_words has 15 odd signs, abcdEfghIjklMnopQrst words of 4 letters, ABCdefghijklmnoPQRst 6 capitals',
  ])('%s stays', (text) => {
    expect(redact(text)).toBe(text);
  });
});

/** Letters and digits that a person would choose, long enough to search for in the result. */
const word = fc.stringMatching(/^[a-z][a-z0-9]{7,15}$/);
const bytes = (min: number) =>
  fc.noBias(fc.uint8Array({ minLength: min, maxLength: 64 })).map((array) => Buffer.from(array));
const prose = fc.constantFrom(
  ...['', 'failed: ', 'at f (', '"', "it's ", 'user said <', 'x=1, ', '\n  ', '[', '{"a":', 'GET '],
);
const after = fc.constantFrom('', ' again', ')', '"', "'", '>', '\n  at g', ']', ',', '; next', ':3:7)');

/** A secret and a text around it. */
type Planted = fc.Arbitrary<{ secret: string; text: string }>;
const within = (secrets: fc.Arbitrary<string>, left = '', right = ''): Planted =>
  secrets.map((secret) => ({ secret, text: left + secret + right }));
const email = fc
  .emailAddress({ size: 'small' })
  // Allowed by the standard but unused, and characters that end an address in ordinary text.
  .filter((address) => !/[*/=?&`]/.test(address));

const planted: Record<string, Planted> = {
  'a user name in a POSIX home folder': within(word, '/home/', '/.config/app'),
  'a user name in a macOS home folder': within(word, '/Users/', '/Library'),
  'a user name in a Windows home folder': within(word, 'C:\\Users\\', '\\AppData'),
  'a query without names': within(word, '/a/b?'),
  'an e-mail address': within(email),
  'a password in an address': within(word, 'https://u:', '@example.com/x'),
  'a DSN key': within(fc.stringMatching(/^[0-9a-f]{32}$/), 'https://', '@o1.ingest.sentry.io/42'),
  'a bearer token': within(word, 'Bearer '),
  'long hex': within(bytes(8).map((data) => data.toString('hex'))),
  'a UUID': within(fc.uuid()),
  'long base64': within(bytes(32).map((data) => data.toString('base64'))),
  'long base64 for addresses': within(bytes(32).map((data) => data.toString('base64url'))),
};

describe(`planted secrets (seed ${SEED})`, () => {
  it.each(Object.entries(planted))('%s never survives, whatever surrounds it', (_, secrets) => {
    fc.assert(
      fc.property(secrets, prose, after, ({ secret, text }, left, right) => {
        const result = redact(left + text + right);
        expect(result).not.toContain(secret);
        // Not even half of it.
        expect(result).not.toContain(secret.slice(0, Math.ceil(secret.length / 2)));
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('do not survive if several are adjacent, and redacting again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(prose, fc.oneof(...Object.values(planted)), after), { minLength: 2, maxLength: 6 }),
        (parts) => {
          const text = parts.map(([left, { text: middle }, right]) => `${left}${middle}${right}`).join(' ');
          const result = redact(text);
          for (const [, { secret }] of parts) expect(result).not.toContain(secret);
          expect(redact(result)).toBe(result);
        },
      ),
      { seed: SEED, numRuns: 500 },
    );
  });
});

describe(`any text (seed ${SEED})`, () => {
  const words = ['token', 'Bearer ', '/home/', 'C:\\Users\\', '://', REDACTED];
  const signs = fc.constantFrom(...'aZ09é中 ?&=#@/\\:.,;()[]{}\'"<>*~%+-_\n\0', ...words);
  const soup = fc.array(signs, { maxLength: 60 }).map((parts) => parts.join(''));

  it('can be redacted, and a second time changes nothing', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const once = redact(text);
        expect(redact(once)).toBe(once);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it.each([
    ...'a|/|a/|?a=|a.|token|a=|--a |4111 |C:\\Users\\a |@|%40|"\\|eyJ|basic |<token>|name="token"|password:[|phone |DE89 |[title="|name="token" value=|-1234'.split(
      '|',
    ),
  ])('of 20,000 times %s does not block the app', (part) => {
    const length = redact(part.repeat(20_000)).length;
    expect(length).toBeGreaterThan(0);
  });
});

it('takes a sentence for plain only if no pattern would change it', () => {
  const names = 'password token bearer Basic pin share key is phone TAN cookie'.split(' ');
  const any = fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^[a-zA-Z]{1,16}$/));
  const sentence = fc.array(fc.tuple(any, fc.constantFrom(' ', '. ', ', ')).map((parts) => parts.join('')));
  fc.assert(
    fc.property(sentence, (parts) => {
      const text = parts.join('');
      // The break makes it one that every pattern looks at.
      expect(redact(`${text}\n`)).toBe(`${redact(text)}\n`);
    }),
    { seed: SEED, numRuns: 3_000 },
  );
});
