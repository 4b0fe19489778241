/**
 * The URL cases of the Web Platform Tests: no such address is taken for the app's. The data comes from an npm package
 * that contains it (@wordpress/url, its test fixtures; the data itself has a BSD licence).
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseCommandLine, pathOfLink, toAppUrl } from '../../../electron/app/commandLine.ts';
import { resolvePath } from '../../../electron/protocol/path.ts';
import { navigationVerdict } from '../../../electron/window/security.ts';

const FILE = new URL('../../../node_modules/@wordpress/url/src/test/fixtures/wpt-data.json', import.meta.url);
/** Not in this selection of the data. */
const MORE = ['..', 'x/../..', './%2e%2e', 'a/.%2E/%2e./..'];
const inputs = (JSON.parse(readFileSync(FILE, 'utf8')) as ({ input?: string } | string)[])
  .flatMap((one) => (typeof one === 'string' || one.input === undefined ? [] : [one.input]))
  .concat(MORE);

it('exist', () => expect(inputs.length).toBeGreaterThan(300));

it('are never taken for the app by the navigation rules, as they are or as a host', () => {
  const own = inputs.flatMap((input) => [input, `app:${input}`, `app://${input}`, `app://shell@${input}`]);
  const taken = own.filter((address) => {
    if (navigationVerdict(address) !== 'app') return false;
    // Literally: what Chromium would load has exactly the app's host.
    return !/^app:\/\/shell([/?#]|$)/.test(new URL(address).href);
  });
  expect(taken).toEqual([]);
  expect(inputs.filter((input) => navigationVerdict(input) === 'app')).toEqual([]);
});

it('as links each lead to a page of the app, and only paths to a page other than 400', () => {
  for (const input of inputs) {
    for (const link of [
      input,
      `holdfast:${input}`,
      `holdfast://${input}`,
      `holdfast://open${input}`,
      `holdfast://open/${input}`,
    ]) {
      const path = pathOfLink(link);
      const url = new URL(toAppUrl(path));
      expect([link, url.protocol, url.host, url.username, url.port]).toEqual([link, 'app:', 'shell', '', '']);
      if (/^holdfast:/i.test(link)) expect(parseCommandLine(['', '--', link]).open).toBe(path);
      // Another host than "open" is not a link of ours.
      const isPath = /^holdfast:\/\/open([/?#]|$)/i.test(link) && !/^holdfast:\/\/open\/[/\\]/i.test(link);
      if (!isPath) expect([link, resolvePath(url.pathname).kind]).toEqual([link, 'bad']);
    }
  }
});
