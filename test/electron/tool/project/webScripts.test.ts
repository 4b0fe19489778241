import { expect, it } from 'vitest';
import { lostIn } from '../../../../electron/tool/project/webScripts.ts';

it('names socket.io, which looks for its server at location', () => {
  const minified =
    'r.prototype.uri=function(){n.EIO=4,n.transport=t};(i=i||{}).path=i.path||"/socket.io",r.opts=i';
  expect(lostIn(minified, { origin: 'https://a.test' })?.what).toContain(
    "io('https://a.test', { transports: ['websocket'] })",
  );
});

it.each([
  `\`\${location.protocol === "https:" ? "wss:" : "ws:"}//\${location.host}/live\``,
  'new WebSocket((e?"wss://":"ws://")+window.location.host+"/live")',
  "const url='ws'.concat(s?'s':'','://').concat(location.host,'/live');",
])('%s makes an address that is none', (script) => {
  expect(lostIn(script, { origin: 'https://a.test' })?.what).toContain(
    'wss://a.test, with its path in the setting proxy',
  );
});

it.each([
  'new WebSocket("wss://live.example.com/api")',
  'fetch(location.protocol+"//"+location.host+"/x")',
  'const a="ws";f(a);g(location.host)',
  'x.path||"/socket.io"',
  '"RTCPeerConnection" in window&&f()',
  'let u=k.WORKER_URL||g("maplibre-gl-worker.mjs");function set(e){k.WORKER_URL=e}',
])('%s is left alone', (script) => {
  expect(lostIn(script)).toBe(undefined);
});

it("names MapLibre's worker, which it finds below http only", () => {
  const minified = 'k={WORKER_URL:""};let u=k.WORKER_URL||(t?"":new URL("maplibre-gl-worker.mjs",t))';
  expect(lostIn(minified)).toMatchObject({ directive: 'worker-src' });
});

it.each(['new RTCPeerConnection(e)', 'this.p=new (this.lib.RTCPeerConnection)(e)'])(
  'names the setting that allows WebRTC, until it does: %s',
  (script) => {
    expect(lostIn(script)?.what).toContain(`["webrtc 'allow'"]`);
    expect(lostIn(script, { contentSecurityPolicy: ["webrtc 'allow'"] })).toBe(undefined);
  },
);
