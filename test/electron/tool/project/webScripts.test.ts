import { expect, it } from 'vitest';
import { lostIn } from '../../../../electron/tool/project/webScripts.ts';

const SERVER = "web: { build, address: 'https://a.test' }";

it.each([
  'r.prototype.uri=function(){n.EIO=4,n.transport=t};(i=i||{}).path=i.path||"/socket.io",r.opts=i',
  `\`\${location.protocol === "https:" ? "wss:" : "ws:"}//\${location.host}/live\``,
  'new WebSocket((e?"wss://":"ws://")+window.location.host+"/live")',
  "const url='ws'.concat(s?'s':'','://').concat(location.host,'/live');",
])('%s looks for its server where none is', (script) => {
  expect(lostIn(script, { origin: 'https://a.test' })[0]?.what).toContain(SERVER);
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

const WEB_RTC = { contentSecurityPolicy: ["webrtc 'allow'"] };
const EVAL = { contentSecurityPolicy: ["script-src 'unsafe-eval'"] };

it.each([
  ['new RTCPeerConnection(e)', WEB_RTC],
  ['this.p=new (this.lib.RTCPeerConnection)(e)', WEB_RTC],
  ['eval(code)', EVAL],
  ['return (0,eval)(code)', EVAL],
  ['const f=new Function("a","return a")', EVAL],
  ['Function(keys,source).apply(e)', EVAL],
  ['const b = new SharedArrayBuffer(4)', { isolated: true }],
  ['new WebAssembly.Memory({initial:e/65536,maximum:e/65536,shared:!0})', { isolated: true }],
])('names the setting that allows %s, until it does', (script, settings) => {
  const [[key = '', value] = []] = Object.entries(settings);
  expect(lostIn(script).map(({ what }) => what)).toEqual([
    expect.stringContaining(`${key}: ${JSON.stringify(value)}`),
  ]);
  expect(lostIn(script, settings)).toEqual([]);
});

it('names everything that one script loses', () => {
  const script = 'new RTCPeerConnection(e);eval(code);new SharedArrayBuffer(4)';
  expect(lostIn(script).map(({ directive }) => directive)).toEqual(['webrtc', 'script-src', 'isolated']);
});
