import { expect, it } from 'vitest';
import { lostServer } from '../../../../electron/tool/project/webScripts.ts';

it('names socket.io, which looks for its server at location', () => {
  const minified =
    'r.prototype.uri=function(){n.EIO=4,n.transport=t};(i=i||{}).path=i.path||"/socket.io",r.opts=i';
  expect(lostServer(minified, 'https://a.test')).toContain(
    "io('https://a.test', { transports: ['websocket'] })",
  );
});

it.each([
  `\`\${location.protocol === "https:" ? "wss:" : "ws:"}//\${location.host}/live\``,
  'new WebSocket((e?"wss://":"ws://")+window.location.host+"/live")',
  "const url='ws'.concat(s?'s':'','://').concat(location.host,'/live');",
])('%s makes an address that is none', (script) => {
  expect(lostServer(script, 'https://a.test')).toContain('wss://a.test, with its path in the setting proxy');
});

it.each([
  'new WebSocket("wss://live.example.com/api")',
  'fetch(location.protocol+"//"+location.host+"/x")',
  'const a="ws";f(a);g(location.host)',
  'x.path||"/socket.io"',
])('%s is left alone', (script) => {
  expect(lostServer(script)).toBe(undefined);
});
