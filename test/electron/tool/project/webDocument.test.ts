import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { edited, NONCE } from '../../../../electron/shared/answers.ts';
import { analyseDocument } from '../../../../electron/tool/project/webDocument.ts';
import { Handlers } from '../../../../electron/tool/project/webHandlers.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const insertAt = (html: string, at: number) => `${html.slice(0, at)}#${html.slice(at)}`;

it.each([
  ['<!doctype html><html><head><script src=/a.js></script></head></html>', '<head>#<script'],
  ['<!doctype html><html lang=en><meta charset=utf-8><script src=/a.js></script>', '<html lang=en>#<meta'],
  ['<!doctype html><script src=/a.js></script>', '<!doctype html>#<script'],
  ['<script src=/a.js></script>', '#<script'],
  ['Hello', '#Hello'],
  ['', '#'],
  // No head element: it is text in a comment, an attribute, a title.
  ['<!-- <head> --><html><title><head></title>', '<html>#<title>'],
  ['<html data-x="<head>"><head class="<head>"><p>', 'class="<head>">#<p>'],
])('the page script comes first in %s', (html, expected) => {
  expect(insertAt(html, analyseDocument(html).start)).toContain(expected);
});

describe('hashes', () => {
  it('are for inline scripts, not for data or scripts with an address', () => {
    const html = `<script>a()</script><script type=module>\r\nb()\r\n</script><script type="text/javascript">c()</script>
      <script type=importmap>{}</script><script type="application/json">{"d":1}</script>
      <script src=/e.js>e()</script><script type="application/ld+json">{}</script><script>a()</script>
      <noscript><script>f()</script></noscript><template><script>g()</script></template>`;
    // A browser reads a line break as one character.
    const inline = ['a()', '\nb()\n', 'c()', '{}', 'g()'];
    expect(analyseDocument(html).hashes.scripts).toEqual(inline.map(hash));
  });

  it('are for no attribute: handlers, each once, become listeners of one script', () => {
    const handlers = new Handlers();
    const html = `<body onload="a(&quot;b&quot;)"><a href=" javascript:\nc(%22d%22)">x</a><a href=/javascript: data-onclick=x>y</a>
      <button class=e  onclick='f()' onblur="f()" id=g>h</button><form action="javascript:f()"><i onclick="f()"></i>
      <p onclick="f()"><b onclick="((">`;
    const { edits, hashes, hasHandlers, problems } = analyseDocument(html, [], handlers);
    expect(hashes).toEqual({ scripts: [], styles: [], attributes: [] });
    expect(hasHandlers).toBe(true);
    expect(edited(new TextEncoder().encode(html), edits, NONCE)).toMatch(
      /^<body data-holdfast-on="{nonce} 0" ><a data-holdfast-on="{nonce} 1" href=" javascript:\nc\(%22d%22\)">x<\/a><a href=\/javascript: data-onclick=x>y<\/a>\s+<button data-holdfast-on="{nonce} 2 3" class=e {2} {2}id=g>h<\/button><form data-holdfast-on="{nonce} 4" action="javascript:f\(\)"><i data-holdfast-on="{nonce} 5" ><\/i>\s+<p data-holdfast-on="{nonce} 5" ><b data-holdfast-on="{nonce}" >$/,
    );
    expect(handlers.script).toContain('["onload",function(event){with(document)with(this){\na("b")\n}}]');
    expect(handlers.script).toContain('["href",function(){\nc("d")\n}]');
    expect(handlers.script).toContain(
      '["onclick",function(event){with(document)with(this.form||{})with(this){\nf()\n}}]',
    );
    expect(problems).toMatchObject([{ what: expect.stringContaining('<b onclick="((">') }]);
    expect(analyseDocument('<template><b onclick="f()"></b></template>')).toMatchObject({
      edits: [],
      problems: [{ what: expect.stringContaining('it stands in a template') }],
    });
  });

  it('are not for a script alone: each in the document, and each link to one, gets the nonce', () => {
    const html = `<script src=/a.js></script><script>b()</script><link rel=modulepreload href=/c.js><link rel=preload as=script href=/d.js><link rel=icon href=/e.png>`;
    const { edits } = analyseDocument(html);
    expect(edited(new TextEncoder().encode(html), edits, NONCE)).toBe(
      html
        .replaceAll('<script', '<script nonce="{nonce}"')
        .replace(/<link(?! rel=icon)/g, '<link nonce="{nonce}"'),
    );
  });

  it('are for style elements, and for no text that looks like one', () => {
    const html = `<head><STYLE media=print>a{}</STYLE></head><!-- <style></style> --><script>'<style>'</script>
      <svg><style>b{}</style></svg><template><style>c{}</style></template><textarea><style></textarea>`;
    expect(analyseDocument(html).hashes.styles).toEqual(['a{}', 'b{}', 'c{}'].map(hash));
  });

  it('are for style attributes, as the browser reads them', () => {
    const html = `<p style="color:red"></p><p style='font-family:&quot;A&quot;'></p><i style="color:red"></i><b style></b>`;
    expect(analyseDocument(html).hashes.attributes).toEqual(['color:red', 'font-family:"A"'].map(hash));
  });
});

describe('problems', () => {
  it.each([
    ['<script src="https://cdn.example.com/a.js"></script>', 'script-src'],
    ['<script src=//cdn.example.com/a.js></script>', 'script-src'],
    ['<link rel="preload stylesheet" href="https://fonts.example.com/a.css">', 'style-src'],
    ['<link rel=modulepreload href=https://cdn.example.com/a.js>', 'script-src'],
    ['<img src=http://pictures.example.com/a.png>', 'img-src'],
    ['<iframe src=https://video.example.com/></iframe>', 'frame-src'],
    ['<video><source src=https://video.example.com/a.mp4></video>', 'media-src'],
    ['<object data=https://files.example.com/a.pdf></object>', 'object-src'],
    ['<form action=https://example.com/search></form>', 'form-action'],
    ['<base href="https://example.com/app/">', 'base-uri'],
    [`<meta http-equiv=Content-Security-Policy content="default-src 'self'">`, 'Content-Security-Policy'],
    ['<meta charset=windows-1252>', 'charset'],
  ])('%s', (html, directive) => {
    const { problems } = analyseDocument(html);
    expect(problems).toMatchObject([{ directive, what: expect.stringContaining('<') }]);
    expect(problems[0]?.what.length).toBeLessThan(350);
  });

  it.each([
    '<script src=/a.js></script><script type=module src=./b.js></script>',
    '<link rel=stylesheet href=/a.css><link rel=icon href=a.svg><link rel=canonical href=https://example.com/>',
    '<iframe srcdoc=x></iframe><iframe src=about:blank></iframe><iframe src=/own.html></iframe><object data=/own.pdf></object>',
    '<base href="/app/"><button onclick="go()"></button><a href=" javascript:go()">x</a>',
    '<img src=data:image/gif;base64,R0lGODlhAQABAAAAACw=><img src=a.png alt=on>',
    '<a href=https://example.com/ target=_blank>x</a><form action=/x></form><meta charset=UTF-8>',
    '<!-- <script src="https://cdn.example.com/a.js"></script> --><title><base></title>',
  ])('none: %s', (html) => {
    expect(analyseDocument(html).problems).toEqual([]);
  });
});
