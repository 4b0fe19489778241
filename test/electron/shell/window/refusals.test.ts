/** Everything that the shell refuses a page, a server or another program, and where the person or the developer hears of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SHELL = join(import.meta.dirname, '../../../../electron/shell');
/** Code of an installed app that sees pages. */
const ROOMS = [
  '../common',
  'app',
  'ipc',
  'menu',
  'certificates',
  'recovery',
  'signIn',
  'serviceWorker',
  'window',
];
/** How Electron is told no. */
const REFUSES = /\.preventDefault\(\)|callback\(false\)|cancel: |action: 'deny'|answer\(''\)/g;

/** By file: the places in their order. A place is a text of the log, which the file has; or, in brackets, who is asked or why nothing is lost. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  'app/lifecycle.ts': ['(main opens the link itself)'],
  '../common/requestHeaders.ts': [
    '(the step that refuses says so)',
    'The headers of a request could not be made',
  ],
  'menu/troubleshooting.ts': ['(main does what the link says)'],
  'signIn/authentication.ts': ['(the app asks in place of Chromium)'],
  'signIn/clientCertificate.ts': ['(the app asks in place of Chromium)'],
  'serviceWorker/site.ts': [
    'A service worker of the server was refused',
    '(the worker has said what there is to say)',
    '(main loads the page again)',
  ],
  'window/desktop.ts': ['(the window hides, as the user wants)'],
  'window/downloads.ts': ['(the log of heldDownloads.ts)', '(the user is asked first)'],
  'window/follow.ts': [
    '(main loads the page again)',
    '(as in a tab of a browser)',
    '(main writes the title)',
  ],
  'window/foreignFrames.ts': ['wanted a service worker', 'came as a signed exchange'],
  'window/leaving.ts': ['(the user is asked first)', '(the user has answered)'],
  'window/leavingPreload.ts': ['(the user is asked)'],
  'window/limitPages.ts': [
    'A page used <webview>',
    'asked for a Bluetooth device',
    'asked for a Bluetooth device',
  ],
  'window/permissions.ts': ['A page was refused', '(its window is gone)'],
  'window/security.ts': [
    'wanted to open a page of the app',
    'wanted to go to an address with',
    'called window.open for an address with',
  ],
  'window/shell.ts': ['(main opens the page itself)'],
  'window/showOnly.ts': ['(the page is main’s own and has no such links)'],
  'window/told.ts': ['(the key moves the focus)'],
};

it('every refusal has a place where somebody hears of it', () => {
  const found: Record<string, number> = {};
  for (const room of ROOMS)
    for (const name of readdirSync(join(SHELL, room), { encoding: 'utf8', recursive: true })) {
      if (!name.endsWith('.ts')) continue;
      const file = `${room}/${name}`;
      const source = readFileSync(join(SHELL, file), 'utf8');
      const count = source.match(REFUSES)?.length ?? 0;
      if (count > 0) found[file] = count;
      const logged = (TOLD[file] ?? []).filter((place) => !place.startsWith('('));
      expect(logged.filter((text) => !source.includes(text))).toEqual([]);
    }
  expect(found).toEqual(Object.fromEntries(Object.entries(TOLD).map(([file, told]) => [file, told.length])));
});
