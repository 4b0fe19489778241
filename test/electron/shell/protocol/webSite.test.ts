import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { hashSource } from '../../../../electron/builtConfig/csp/csp.ts';
import { policyEntries } from '../../../../electron/builtConfig/csp/policyEntries.ts';
import type { Fault } from '../../../../electron/shared/fault.ts';
import type { ProtocolOptions } from '../../../../electron/shell/protocol/handler.ts';
import { readWebBuild } from '../../../../electron/shell/protocol/site.ts';
import { analyseBuild } from '../../../../electron/tool/project/webBuild.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
import { testFolder } from '../../testFolder.ts';
import { serve } from './folder.ts';

const HEAD = '<!doctype html><html><head><title>x</title>';
const FILES = {
  'secret.txt': 'the secret outside',
  'renderer/_holdfast/page-Ab3_-xYz.js': 'page()',
  'renderer/index.html': 'the shell’s own',
  'web/_holdfast/page-Ab3_-xYz.js': 'attack()',
  'web/assets/app.js': 'app()',
  'web/sw.js': 'worker()',
  'web/LICENSE': 'words',
  'web/index.html': `\uFEFF${HEAD}<style>a{}</style><script>own()</script></head><p style="color:red">Start`,
  'web/about.html': `${HEAD}<script>other()</script></head><STYLE media=all>b{}</STYLE><p onclick="go()">About`,
  'web/help/index.html': `${HEAD}</head>Help`,
  'web/posts/[id].html': `${HEAD}</head>Post`,
  'web/404.html': `${HEAD}</head>Nothing here`,
};

/** Serves an app folder with that build. @param more files that were changed after the analysis */
async function serveApp(options: Partial<ProtocolOptions> = {}, more: Readonly<Record<string, string>> = {}) {
  const app = testFolder();
  writeFiles(app, FILES);
  symlinkSync(join(app, 'secret.txt'), join(app, 'web/link.txt'), 'file');
  symlinkSync(app, join(app, 'web/up'), 'junction');
  writeFileSync(join(app, 'web.json'), JSON.stringify((await analyseBuild(join(app, 'web'))).table));
  writeFiles(app, more);
  const { send, errors } = serve({
    folder: join(app, 'renderer'),
    web: readWebBuild(app),
    pageScript: '/_holdfast/page-Ab3_-xYz.js',
    documents: { coded: 'the fault {{status}} {{details}}', uncoded: '' },
    ...options,
  });
  const get = async (path: string, accept: string) => {
    const response = await send(`app://shell${path}`, { headers: { accept } });
    const { status, headers } = response;
    const [location, type] = [headers.get('location'), headers.get('content-type')];
    const policy = headers.get('content-security-policy') ?? '';
    return { status, location, type, policy, text: await response.text() };
  };
  const open = (path: string) => get(path, 'text/html,*/*;q=0.8');
  return { app, errors, open, load: (path: string) => get(path, '*/*') };
}

it('puts the page script first in a document, with a nonce for libraries that create styles', async () => {
  const { open } = await serveApp();
  const { status, type, text, policy } = await open('/');
  const [, nonce = ''] = /nonce="([\w-]{36})"/.exec(text) ?? [];
  const start = `<meta property="csp-nonce" nonce="${nonce}"/><script nonce="${nonce}" src="/_holdfast/page-Ab3_-xYz.js"></script>`;
  const own = FILES['web/index.html'].slice(1);
  expect(text).toBe(own.replace('<script', `<script nonce="${nonce}"`).replace('<head>', `<head>${start}`));
  expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
  expect(policy).toContain(`style-src 'self' ${hashSource('a{}')} 'nonce-${nonce}';`);
  expect((await open('/')).policy).not.toContain(nonce);
});

it("allows the build's scripts and the document's own inline ones, and no other document's", async () => {
  const { open, load } = await serveApp({ policy: [] });
  const { policy } = await open('/');
  const places =
    'app://shell/_holdfast/ app://shell/assets/ app://shell/holdfast-handlers.js app://shell/sw.js';
  expect(policy).toMatch(new RegExp(`script-src ${places} 'sha256-[^ ]+';`));
  expect(policy).toMatch(/style-src-attr 'unsafe-hashes' 'sha256-[^ ]+';/);
  const other = (await open('/about')).policy;
  expect(/'sha256-[^']+'/.exec(other)?.[0]).not.toBe(/'sha256-[^']+'/.exec(policy)?.[0]);
  expect(other).toContain("style-src-attr 'unsafe-hashes';");
  // A worker has the policy of its own response.
  expect((await load('/sw.js')).policy).toContain(`script-src ${places};`);
});

it.each([
  ['/about.html', 200, 'src="/_holdfast/page-Ab3_-xYz.js">', 200, FILES['web/about.html']],
  ['/posts/7', 200, 'Post', 404, '404'],
  ['/nowhere', 404, 'Nothing here', 404, '404'],
  ['/assets/none.js', 404, 'the fault 404', 404, '404'],
  ['/LICENSE', 200, 'words', 200, 'words'],
  ['/link.txt', 404, 'the fault 404', 404, '404'],
  ['/up/secret.txt', 404, 'the fault 404', 404, '404'],
  ['/_holdfast/page-Ab3_-xYz.js', 200, 'page()', 200, 'page()'],
  ['/_holdfast/none.js', 404, 'the fault 404', 404, '404'],
])('as a page, %s is %i: %s; loaded by one, it is %i: %s', async (path, status, text, loaded, part) => {
  const { open, load } = await serveApp();
  expect(await open(path)).toMatchObject({ status, text: expect.stringContaining(text) });
  expect(await load(path)).toMatchObject({ status: loaded, text: expect.stringContaining(part) });
});

it('shows the app’s own document for a missing page, and records a fault', async () => {
  const onFault = vi.fn((fault: Fault) => fault);
  const { open } = await serveApp({ onFault });
  await open('/about');
  await open('/nowhere');
  expect(onFault.mock.calls.map(([{ code }]) => code)).toEqual([404]);
});

it('allows by default no script from elsewhere, and eval in workers alone, if the settings say so', async () => {
  const { open, load } = await serveApp({
    policy: policyEntries('default', ["worker-src 'unsafe-eval'", 'connect-src https:']),
  });
  const { policy } = await open('/about');
  expect(policy).toContain("connect-src 'self' app: data: blob: https:;");
  expect(policy).toContain("base-uri 'self'; form-action 'self'; frame-ancestors 'self';");
  expect(policy).not.toContain('unsafe-hashes');
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];
  const known = /^(app:\/\/shell\/\S+|'sha256-\S+'|'wasm-unsafe-eval')$/;
  expect(scripts.filter((source) => !known.test(source))).toEqual([]);
  // A worker has the policy of its own response.
  expect(/script-src ([^;]*)/.exec((await load('/assets/app.js')).policy)?.[1]).toContain("'unsafe-eval'");
});

it('answers 500 for every page if the list cannot be read', async () => {
  const { open } = await serveApp({}, { 'web.json': '{' });
  expect(await open('/')).toMatchObject({ status: 500, text: expect.stringContaining('JSON') });
});

it('keeps generated paths inside the build', async () => {
  const { app, open, load, errors } = await serveApp();
  const part = fc.constantFrom(
    ...'.. %2e%2e . up web renderer _holdfast assets posts [id] ~ C:'.split(' '),
    '',
  );
  const slash = fc.constantFrom('/', '//', '%2f', '%5c', '\\');
  const end = fc.constantFrom(
    ...'secret.txt web.json renderer/index.html index.html [id].html app.js help %00 .asar'.split(' '),
  );
  const path = fc
    .tuple(fc.array(fc.tuple(part, slash), { maxLength: 5 }), end)
    .map(([parts, last]) => `/${parts.flat().join('')}${last}`);
  await fc.assert(
    fc.asyncProperty(path, fc.boolean(), async (at, isPage) => {
      const { status, text, location } = await (isPage ? open(at) : load(at));
      expect([200, 302, 400, 404]).toContain(status);
      expect(location ?? 'app://shell/help/').toMatch(/^app:\/\/shell\/([^/].*)?help\/$/);
      for (const secret of ['the secret', 'the shell’s own', '"documents"', app])
        expect(text).not.toContain(secret);
    }),
    { numRuns: 300, seed: 20261123 },
  );
  expect(errors).toEqual([]);
});
