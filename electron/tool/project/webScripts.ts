/** Scripts of a web build that expect what the app's pages do not have, such as a server at `location`. */
import { allowsWebRtc } from '../../protocol/policyEntries.ts';
import type { Settings } from '../../settings/schema.ts';

/** From engine.io and socket.io, minified or not. */
const SOCKET_IO = [/\.EIO\s*=/, /\|\|\s*["'`]\/socket\.io/];
/** `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/live`, however it was compiled. */
const OWN_SOCKET = /["'`]wss?(?::(?:\/\/)?)?["'`][^;]{0,80}\blocation\.host\b/;

/** `new RTCPeerConnection(…)`, `new (lib.RTCPeerConnection)(…)`. */
const WEB_RTC = /RTCPeerConnection\)?\s*\(/;
/** MapLibre 6 looks for its worker beside its own script, and only below http. `setWorkerUrl` assigns this one. */
const MAPLIBRE = 'maplibre-gl-worker.mjs';
const WORKER_URL = /\bWORKER_URL\s*=[^=]/;

/** Returns what will not work in the script, in words. @param settings the app's own */
export function lostIn(
  script: string,
  { origin = 'https://shop.example.com', contentSecurityPolicy = [] }: Partial<Settings> = {},
): { directive: string; what: string } | undefined {
  const server = lostServer(script, origin);
  if (server !== undefined) return { directive: 'connect-src', what: server };
  if (script.includes(MAPLIBRE) && !WORKER_URL.test(script))
    return {
      directive: 'worker-src',
      what: "MapLibre draws no map until your code calls setWorkerUrl, with the address of its maplibre-gl-worker.mjs in your build. With Vite: import url from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'",
    };
  if (WEB_RTC.test(script) && !allowsWebRtc(contentSecurityPolicy))
    return {
      directive: 'webrtc',
      what: `It can connect to other people by WebRTC, which is refused. This allows it: settings: { contentSecurityPolicy: ["webrtc 'allow'"] }`,
    };
  return undefined;
}

/** Returns which server the script will not find. */
function lostServer(script: string, origin: string): string | undefined {
  if (SOCKET_IO.every((words) => words.test(script)))
    return `socket.io looks for its server at location, which is the shell's. If your code calls io() without an address, give it one, which works in a browser too: io('${origin}', { transports: ['websocket'] }). The setting proxy must have /socket.io/*. Or show the app where its server is, with web: { address: '${origin}' } in place of a build`;
  if (OWN_SOCKET.test(script))
    return `It makes a WebSocket's address of location.host, which is the shell's. Give it the server's: ${origin.replace(/^http/, 'ws')}, with its path in the setting proxy`;
  return undefined;
}
