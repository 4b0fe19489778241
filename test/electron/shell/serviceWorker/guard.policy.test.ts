import { expect, it } from 'vitest';
import { SITE_PATHS, siteLookup } from '../../../../electron/shared/site.ts';
import {
  type Asked,
  guardVerdict,
  type Tries,
} from '../../../../electron/shell/serviceWorker/guard.policy.ts';

const table = {
  base: '/',
  files: { 'index.html': 'i', 'about.html': 'a', 'assets/app.js': 's', '404.html': 'm' },
  documents: {},
  dynamic: [],
  fallbacks: [{ folder: '', file: 'index.html', status: 200 }] as const,
  scripts: [],
};
const policies = { script: '', file: '', document: '' };
const lookUp = siteLookup({ table, policies, serverPaths: ['/api/*', '/sign-in'], isSealed: false });
const PAGE: Asked = {
  ...{ method: 'GET', path: '/orders', isDocument: true, isOfPage: true },
  ...{ isObject: false, isForeignScript: false, isServers: false },
};
const verdict = (more: Partial<Asked>, isSeeding = false, before?: Tries, now = 0) => {
  const asked = { ...PAGE, ...more };
  return guardVerdict(asked, lookUp, isSeeding, before, `https://shop.example${asked.path}`, now);
};

it.each<[string, Partial<Asked>, string]>([
  ['a document that the build answers has lost its worker', {}, 'seed'],
  ['a form is the server’s', { method: 'POST' }, 'network'],
  ['a named path is the server’s', { path: '/sign-in' }, 'network'],
  ['data is the server’s', { path: '/orders.json', isDocument: false }, 'network'],
  ['a file of the build is not asked of the server', { path: '/assets/app.js', isDocument: false }, 'refuse'],
  ['but for a page of the server', { path: '/assets/app.js', isDocument: false, isServers: true }, 'network'],
  ['and for a worker', { path: '/assets/app.js', isDocument: false, isOfPage: false }, 'network'],
  [
    'a script that a sealed build lacks is nobody’s',
    { path: '/assets/gone.js', isDocument: false, isForeignScript: true },
    'refuse',
  ],
  ['no worker answers for an object', { path: '/assets/app.js', isDocument: false, isObject: true }, 'disk'],
  ['a page in it is the server’s', { path: '/about.html', isDocument: false, isObject: true }, 'network'],
  ['the shell’s paths are nobody’s', { path: '/_holdfast/x', isDocument: false }, 'refuse'],
  ['only the worker says that data is saved', { path: SITE_PATHS.saved, isDocument: false }, 'refuse'],
  ['and is heard', { path: SITE_PATHS.saved, isDocument: false, isOfPage: false }, 'tell'],
])('%s', (_what, asked, expected) => {
  expect(verdict(asked).verdict).toBe(expected);
});

it('while main answers, the shell’s paths pass', () => {
  expect(verdict({ path: SITE_PATHS.seed }, true).verdict).toBe('network');
});

it('asks twice for one address, then lets the server answer; later, and for another address, again', () => {
  const first = verdict({});
  const second = verdict({}, false, first.tries, 100);
  const third = verdict({}, false, second.tries, 200);
  expect([first, second, third].map((one) => one.verdict)).toEqual(['seed', 'seed', 'give up']);
  expect(verdict({}, false, third.tries, 60_000).verdict).toBe('seed');
  expect(verdict({ path: '/other' }, false, third.tries, 300).verdict).toBe('seed');
});

it('a path of the server has files of the build, but no documents of its router', () => {
  const find = siteLookup({ table, policies, serverPaths: ['/assets/*', '/about'], isSealed: false });
  const of = (path: string, isDocument: boolean) => {
    const answer = find(path, '', isDocument);
    return answer && 'file' in answer ? answer.file : undefined;
  };
  expect(of('/assets/app.js', false)).toBe('assets/app.js');
  expect(of('/about', true)).toBeUndefined();
  expect(of('/about.html', true)).toBe('about.html');
  expect(of('/assets/gone', true)).toBeUndefined();
  expect(of('/else', true)).toBe('index.html');
});

it('that a page does not exist, the server says; a sealed build says it itself', () => {
  const missing = { ...table, fallbacks: [{ folder: '', file: '404.html', status: 404 }] as const };
  const statusOf = (isSealed: boolean) =>
    siteLookup({ table: missing, policies, serverPaths: [], isSealed })('/gone', '', true)?.status;
  expect(statusOf(false)).toBeUndefined();
  expect(statusOf(true)).toBe(404);
});
