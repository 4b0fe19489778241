/** Scripts of a web build that expect a server at `location`, where there is only the shell. */

/** From engine.io and socket.io, minified or not. */
const SOCKET_IO = [/\.EIO\s*=/, /\|\|\s*["'`]\/socket\.io/];
/** `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/live`, however it was compiled. */
const OWN_SOCKET = /["'`]wss?(?::(?:\/\/)?)?["'`][^;]{0,80}\blocation\.host\b/;

/**
 * Returns which server the script will not find, in words.
 * @param origin the app's server, if the settings name one
 */
export function lostServer(script: string, origin = 'https://shop.example.com'): string | undefined {
  if (SOCKET_IO.every((words) => words.test(script)))
    return `socket.io looks for its server at location, which is the shell's. If your code calls io() without an address, give it one, which works in a browser too: io('${origin}', { transports: ['websocket'] }). The setting proxy must have /socket.io/*. Or show the app where its server is, with web: { address: '${origin}' } in place of a build`;
  if (OWN_SOCKET.test(script))
    return `It makes a WebSocket's address of location.host, which is the shell's. Give it the server's: ${origin.replace(/^http/, 'ws')}, with its path in the setting proxy`;
  return undefined;
}
