/** Whether a document has nothing to see, in the browser that shows it. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT } from '../../support/app.ts';
import { type Watched, watch } from '../../support/recovery.ts';

const BLANK = stripTypeScriptTypes(
  readFileSync(join(PROJECT, 'renderer', 'page', 'blank.ts'), 'utf8'),
).replace('export ', '');

let app: Watched;
beforeAll(async () => {
  app = await watch();
  await app.shows('404');
});
afterAll(() => app.stop());

/** Styles stand in `data-css`, since the policy refuses them in markup. */
const isBlank = (body: string, attributes: Readonly<Record<string, string>> = {}) =>
  app.page<boolean>(`(async () => {
    ${BLANK}
    const root = document.documentElement;
    document.body.innerHTML = ${JSON.stringify(body)};
    for (const one of document.querySelectorAll('[data-css]')) one.style.cssText = one.dataset.css;
    for (const one of document.querySelectorAll('[data-shadow]'))
      one.attachShadow({ mode: one.dataset.shadow }).innerHTML = '<p>inside</p>';
    const attributes = ${JSON.stringify(attributes)};
    for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
    await new Promise(requestAnimationFrame);
    const blank = isBlank(document);
    for (const name of Object.keys(attributes)) root.removeAttribute(name);
    return blank;
  })()`);

it.each([
  [''],
  ['<div id="root"></div>'],
  [
    '<div id="root">\n  \t</div><script>text</script><style>p { color: red }</style><noscript>Turn it on</noscript>',
  ],
  ['<template><p>text</p></template>'],
  ['<p hidden>text</p>'],
  ['<div data-css="display: none"><p>text</p><img alt="x" width="20" height="20"></div>'],
  ['<p data-css="visibility: hidden">text</p>'],
  ['<div data-css="opacity: 0"><p>text</p></div>'],
  ['<p data-css="position: absolute; width: 1px; height: 1px; overflow: hidden">for screen readers</p>'],
  [
    '<div data-css="height: 100vh; background: #eee"><div data-css="height: 40px; background: #fff"></div></div>',
  ],
  ['<iframe width="0" height="0" data-css="border: 0"></iframe><canvas width="0" height="0"></canvas>'],
  ['<input type="hidden" value="x">'],
  ['<main data-holdfast-frame><h1>Starting</h1></main>'],
])('nothing to see: %s', async (body) => {
  expect(await isBlank(body)).toBe(true);
});

it.each([
  ['text'],
  ['<div id="root"><div><div><p>text</p></div></div></div>'],
  ['<p data-css="margin-top: 5000px">below</p>'],
  ['<div data-css="visibility: hidden">no<p data-css="visibility: visible">text</p></div>'],
  ['<img alt="x" width="20" height="20">'],
  ['<canvas width="20" height="20"></canvas>'],
  ['<svg width="20" height="20"></svg>'],
  ['<input>'],
  ['<button></button>'],
  ['<iframe></iframe>'],
  ['<div data-shadow="open"></div>'],
  ['<app-root data-shadow="closed" data-css="display: block"></app-root>'],
])('something to see: %s', async (body) => {
  expect(await isBlank(body)).toBe(false);
});

it('a page that means to be empty says so', async () => {
  expect(await isBlank('', { 'data-holdfast-may-be-empty': '' })).toBe(false);
});
