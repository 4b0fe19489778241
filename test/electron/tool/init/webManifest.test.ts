import { expect, it } from 'vitest';
import { askServer } from '../../../../electron/tool/init/webManifest.ts';
import { html, startOrigin } from '../../../support/origin.ts';

it.each([
  ['<link rel="manifest" href="/app.json"><title>Page</title>', 'Own Shop'],
  ['<link REL="icon Manifest" href="app.json">', 'Own Shop'],
  ['<title>Page</title><a rel="manifest" href="/other.json">list</a>', 'Page'],
  ['<title>Page</title><meta rel="manifest"><link rel="manifest" href="/app.json">', 'Own Shop'],
])('a page with %s names the app %s', async (page, name) => {
  const { url } = await startOrigin((request, response) => {
    if (request.url === '/') return html(page)(request, response);
    response.end(JSON.stringify({ name: request.url === '/app.json' ? 'Own Shop' : 'Other' }));
  });
  expect(await askServer(url)).toEqual({ name, icon: undefined, notices: [] });
});
