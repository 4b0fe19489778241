/** Scripts of a web build that expect what the app's pages do not have, such as a server at `location`. */
import { allowsEval, allowsWebRtc } from '../../builtConfig/csp/policyEntries.ts';
import { remedyFor } from '../../builtConfig/csp/refused.policy.ts';
import type { Settings } from '../../builtConfig/settingsSchema/schema.ts';

/** From engine.io and socket.io, minified or not. */
const SOCKET_IO = [/\.EIO\s*=/, /\|\|\s*["'`]\/socket\.io/];
/** `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/live`, however it was compiled. */
const OWN_SOCKET = /["'`]wss?(?::(?:\/\/)?)?["'`][^;]{0,80}\blocation\.host\b/;

/** `new RTCPeerConnection(…)`, `new (lib.RTCPeerConnection)(…)`. */
const WEB_RTC = /RTCPeerConnection\)?\s*\(/;
/** `eval(code)`, `(0, eval)(code)`, `new Function(code)`; not a look for the global object, or whether eval works. */
const EVAL = /(?<![.\w$])(?:eval\)?\(|Function\((?!\s*(["'`])(?:return this)?\1\s*\)))(?!\))/;

/** `new SharedArrayBuffer(n)`, `new WebAssembly.Memory({ initial: 1, shared: true })`; not a question whether there is one. */
const SHARED = /\bnew\s+SharedArrayBuffer\b|\bMemory\(\{[^}]{0,200}\bshared:\s*(?:true|!0)/;

/** Returns what will not work in the script, in words. @param settings the app's own */
export function lostIn(
  script: string,
  { origin = 'https://shop.example.com', contentSecurityPolicy = [], isolated }: Partial<Settings> = {},
): { directive: string; what: string }[] {
  const isSocketIo = SOCKET_IO.every((words) => words.test(script));
  const looks = isSocketIo
    ? 'socket.io looks for its server at location'
    : "It makes a WebSocket's address of location.host";
  const found: [isLost: boolean, directive: string, what: string][] = [
    [
      isSocketIo || OWN_SOCKET.test(script),
      'connect-src',
      `${looks}, which is the shell's. If the build has a server, name it beside the build, and nothing needs to be edited: web: { build, address: '${origin}' }`,
    ],
    [
      WEB_RTC.test(script) && !allowsWebRtc(contentSecurityPolicy),
      'webrtc',
      `It can connect to other people by WebRTC, which is refused. This allows it: settings: { contentSecurityPolicy: ["webrtc 'allow'"] }`,
    ],
    [
      EVAL.test(script) && !allowsEval(contentSecurityPolicy),
      'script-src',
      `It can make code from text, which is refused; often nothing needs it. ${remedyFor('script-src', 'eval')}`,
    ],
    [
      SHARED.test(script) && !isolated,
      'isolated',
      'It can share memory between threads (SharedArrayBuffer), which only isolated pages have. This isolates them: settings: { isolated: true }',
    ],
  ];
  return found.filter(([isLost]) => isLost).map(([, directive, what]) => ({ directive, what }));
}
