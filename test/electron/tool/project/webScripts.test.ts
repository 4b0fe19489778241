import { expect, it } from 'vitest';
import { lostIn } from '../../../../electron/tool/project/webScripts.ts';

it('names socket.io, which looks for its server at location', () => {
  const minified =
    'r.prototype.uri=function(){n.EIO=4,n.transport=t};(i=i||{}).path=i.path||"/socket.io",r.opts=i';
  expect(lostIn(minified, { origin: 'https://a.test' })[0]?.what).toContain(
    "web: { build, address: 'https://a.test' }",
  );
});

it.each([
  `\`\${location.protocol === "https:" ? "wss:" : "ws:"}//\${location.host}/live\``,
  'new WebSocket((e?"wss://":"ws://")+window.location.host+"/live")',
  "const url='ws'.concat(s?'s':'','://').concat(location.host,'/live');",
])('%s makes an address that is none', (script) => {
  expect(lostIn(script, { origin: 'https://a.test' })[0]?.what).toContain(
    "web: { build, address: 'https://a.test' }",
  );
});

it.each([
  'new WebSocket("wss://live.example.com/api")',
  'fetch(location.protocol+"//"+location.host+"/x")',
  'const a="ws";f(a);g(location.host)',
  'x.path||"/socket.io"',
  '"RTCPeerConnection" in window&&f()',
  'var root=freeSelf||Function("return this")()',
  'try{new Function("");return!0}catch{return!1}',
  'isFunction(e)&&e.eval("x")&&t instanceof Function&&g.Function(a)',
  'typeof SharedArrayBuffer!=="undefined"&&e instanceof SharedArrayBuffer',
  'medieval(x);retrieval (y);typeof eval',
])('%s is left alone', (script) => {
  expect(lostIn(script)).toEqual([]);
});

it.each(['new RTCPeerConnection(e)', 'this.p=new (this.lib.RTCPeerConnection)(e)'])(
  'names the setting that allows WebRTC, until it does: %s',
  (script) => {
    expect(lostIn(script)[0]?.what).toContain(`["webrtc 'allow'"]`);
    expect(lostIn(script, { contentSecurityPolicy: ["webrtc 'allow'"] })).toEqual([]);
  },
);

it.each([
  'eval(code)',
  'return (0,eval)(code)',
  'const f=new Function("a","return a")',
  'Function(keys,source).apply(e)',
])('names the setting that allows code from text, until it does: %s', (script) => {
  expect(lostIn(script)[0]?.what).toContain(`["script-src 'unsafe-eval'"]`);
  expect(lostIn(script, { contentSecurityPolicy: ["script-src 'unsafe-eval'"] })).toEqual([]);
});

it.each([
  'const b = new SharedArrayBuffer(4)',
  'wasmMemory=new WebAssembly.Memory({initial:e/65536,maximum:e/65536,shared:!0})',
])('names the setting that lets threads share memory, until it does: %s', (script) => {
  expect(lostIn(script)[0]?.what).toContain('{ isolated: true }');
  expect(lostIn(script, { isolated: true })).toEqual([]);
});

it('names everything that one script loses', () => {
  const script = 'new RTCPeerConnection(e);eval(code);new SharedArrayBuffer(4)';
  expect(lostIn(script).map(({ directive }) => directive)).toEqual(['webrtc', 'script-src', 'isolated']);
});
