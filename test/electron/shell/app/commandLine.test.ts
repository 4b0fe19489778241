import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Origins } from '../../../../electron/common/origins.ts';
import { resolvePath } from '../../../../electron/common/path.ts';
import { parseCommandLine, pathOfLink, toAppUrl } from '../../../../electron/shell/app/commandLine.ts';
import { anyCharacter } from '../../../support/anyCharacter.ts';

const open = (...args: string[]) => parseCommandLine(['/opt/holdfast', ...args]).open;

const urlOf = (path: string) => toAppUrl(new Origins(), path);

/** What the protocol resolves an address to, after a URL parser. */
const resolved = (address: string) => resolvePath(new URL(urlOf(address)).pathname);

describe('the command line', () => {
  it('opens the start page by default', () => {
    const nothing = { open: '/', diagnostics: false, safeMode: false, clearData: false };
    expect(parseCommandLine(['/opt/holdfast'])).toEqual(nothing);
    expect(parseCommandLine([])).toEqual(nothing);
  });

  it.each([
    ['--open=/nowhere', '/nowhere'],
    ['--open=/a?b=c#d', '/a?b=c#d'],
    ['--open=/%E0%A4%A', '/%E0%A4%A'],
    ['holdfast://open/path', '/path'],
    ['holdfast://open/path?x=%20#y', '/path?x=%20#y'],
    ['HOLDFAST://Open/Path', '/Path'],
    ['holdfast://open', '/'],
    ['holdfast://open?x=1', '/?x=1'],
  ])('%s opens %s', (argument, address) => {
    expect(open(argument)).toBe(address);
  });

  it('what is no link of the app leads to 400', () => expect(pathOfLink('/orders')).toBe('///orders'));

  it.each([
    ['--diagnostics', 'diagnostics'],
    ['--safe-mode', 'safeMode'],
    ['--clear-data', 'clearData'],
  ])('%s turns it on, but not after --', (argument, key) => {
    expect(parseCommandLine(['x', argument])).toMatchObject({ [key]: true });
    expect(parseCommandLine(['x', '--', argument])).toMatchObject({ [key]: false });
  });

  it('finds its arguments at any position, and the last address wins', () => {
    expect(open('--no-sandbox', 'holdfast://open/a', '--user-data-dir=/tmp/x')).toBe('/a');
    expect(open('--open=/a', 'holdfast://open/b')).toBe('/b');
    expect(open('holdfast://open/b', '--open=/a')).toBe('/a');
  });

  it("ignores Electron's and Chromium's switches and the app's path", () => {
    const others = '. /work/app --opener=/x --remote-debugging-port=0 -open=/x open=/x';
    expect(open(...others.split(' '))).toBe('/');
    expect(parseCommandLine(['x', '--diagnostics=1', '--diagnosticsx']).diagnostics).toBe(false);
  });

  it.each([
    ...`--open --open= --open=nowhere --open=https://example.com/x --open=javascript:alert(1)
      --open=//host/x --open=///x --open=\\\\host\\x --open=/%E0%A4%A --open=?x --open=.evil.example/ --open=@evil.example/ --open=:80/
      holdfast://other/path holdfast://openx/path holdfast://open.evil/path holdfast://user@open/path
      holdfast://open:80/path holdfast:open/path holdfast: holdfast://open//host/x holdfast://open\\x
      holdfast://open/%E0%A4%A`.split(/\s+/),
  ])('%j leads to 400', (argument) => {
    expect(resolved(open(argument))).toBeUndefined();
  });
});

it.each([
  ['/', 'app://shell/'],
  ['/a b/ü?q=ä#ö', 'app://shell/a%20b/%C3%BC?q=%C3%A4#%C3%B6'],
  ['/%E0%A4%A', 'app://shell/%E0%A4%A'],
  ['/a\\b', 'app://shell/a%5Cb'],
  ['.evil.example', 'app://shell//.evil.example'],
  ['/\ud800', 'app://shell/%EF%BF%BD'],
])('in the app, %j is %s', (address, url) => {
  expect(urlOf(address)).toBe(url);
});

it('whatever a link says, it leads into the app, also behind switches of a second start (seed 20261121)', () => {
  const parts = `/ // \\ .. . %2e %2f %5c %00 % open evil.example shell @ :80 ? # & C: javascript: file: --open=/x \t \0`;
  const part = fc.oneof(
    fc.constantFrom(...parts.split(' ')),
    fc.string({ unit: anyCharacter, maxLength: 6 }),
  );
  const start = fc.constantFrom('holdfast://open', 'holdfast://', 'holdfast:', 'HoldFast://OPEN', '');
  const check = (first: string, rest: string[]) => {
    const link = first + rest.join('');
    const path = pathOfLink(link);
    const { href, protocol, host, username } = new URL(urlOf(path));
    expect([protocol, host, username]).toEqual(['app:', 'shell', '']);
    expect(href).toMatch(/^app:\/\/shell\/[\x21-\x5b\x5d-\x7e]*$/);
    if (/^holdfast:/i.test(link))
      expect(parseCommandLine(['x', '--x', '--', link])).toEqual({ ...parseCommandLine([]), open: path });
  };
  fc.assert(fc.property(start, fc.array(part, { maxLength: 12 }), check), { numRuns: 500, seed: 20261121 });
});
