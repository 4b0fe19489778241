/** Entries of the content security policy, such as `img-src data:`: the default ones, and what settings may add. */
import { APP_SCHEME } from '../../shared/channels.ts';
import * as TEXTS from '../../shared/texts.ts';

/** An address with this scheme, unencrypted only on this machine. */
const addressOf = (scheme: string) =>
  `(?:${scheme}s://(?:\\*\\.)?[\\w-]+(?:\\.[\\w-]+)*|${scheme}://(?:(?:[\\w-]+\\.)*localhost|127(?:\\.\\d+){3}))(?::\\d+)?(?:/[\\w.~%/-]*)?`;
const HOST = 'https://cdn.example.com, https://*.example.com';
const SOCKET = 'wss://live.example.com';
/** Examples that stand for any address like them. */
const EXAMPLES: Readonly<Record<string, string>> = { [HOST]: addressOf('http'), [SOCKET]: addressOf('ws') };

/**
 * Unless the setting `policy` is `strict`: everything that cannot bring in somebody else's script. Frames and workers of
 * `data:` and `blob:` inherit the page's policy and have no bridge. `app:` covers addresses such as
 * `//cdn.example.com/a.png`: main redirects them to https, where the policy decides again by the host.
 */
const OPEN: readonly string[] = [
  "script-src 'wasm-unsafe-eval'",
  `style-src 'unsafe-inline' ${APP_SCHEME}: data: blob:`,
  `img-src ${APP_SCHEME}: data: blob:`,
  `font-src ${APP_SCHEME}: data: blob:`,
  `connect-src ${APP_SCHEME}: data: blob:`,
  `media-src 'self' ${APP_SCHEME}: data: blob:`,
  `frame-src 'self' ${APP_SCHEME}: data: blob:`,
  // Chromium's only plug-in is its PDF viewer; any other object is a frame.
  `object-src 'self' ${APP_SCHEME}: data: blob:`,
  'worker-src data: blob:',
  // An injected <base> cannot lead to another server, and scripts still come from the build's folders only.
  "base-uri 'self'",
  "frame-ancestors 'self'",
];

/** Returns the entries of the policy for the settings `policy` and `contentSecurityPolicy`. */
export const policyEntries = (kind: 'default' | 'strict' = 'default', added: readonly string[] = []) =>
  kind === 'strict' ? added : [...OPEN, ...added];

export const NO_EVAL =
  'build without eval (emscripten: -sDYNAMIC_EXECUTION=0; webpack: a devtool without "eval"; Vue, Handlebars, Ajv: compile templates in the build)';

/**
 * Allowed additions by directive. No external scripts: they would have the user's session and the bridge to main, and a
 * settings file, which is not signed, could add them.
 */
const MAY_ADD: Readonly<Record<string, readonly string[]>> = {
  'script-src': ["'wasm-unsafe-eval'", "'unsafe-eval'"],
  'style-src': ["'unsafe-inline'", 'data:', 'blob:', HOST],
  'img-src': ['data:', 'blob:', 'https:', HOST],
  'font-src': ['data:', 'blob:', HOST],
  'connect-src': ['data:', 'blob:', 'https:', 'wss:', HOST, SOCKET],
  'media-src': ["'self'", 'data:', 'blob:', 'https:', HOST],
  'frame-src': ["'self'", 'data:', 'blob:', HOST],
  'object-src': ["'self'", 'data:', 'blob:', HOST],
  'worker-src': ['data:', 'blob:', "'unsafe-eval'"],
  // Chromium 130 does not know it: electron/shell/window/limitPages.ts enforces it, and no document has it.
  webrtc: ["'allow'"],
};

/**
 * Whether pages may make code from text. Some libraries turn injected markup into a script so, and such pages may call the
 * app's own code only where it expects strangers.
 */
export const allowsEval = (entries: readonly string[] = []): boolean =>
  sourcesOf(entries, 'script-src').includes("'unsafe-eval'");

/** Whether pages may send datagrams to any address, to connect to other people by WebRTC. */
export const allowsWebRtc = (entries: readonly string[]): boolean => sourcesOf(entries, 'webrtc').length > 0;

const parse = (entry: string) => entry.trim().split(/\s+/) as [directive: string, ...sources: string[]];

export const directiveOf = (entry: string) => parse(entry)[0];

export const sourcesOf = (entries: readonly string[], directive: string): string[] =>
  entries.map(parse).flatMap(([name, ...sources]) => (name === directive ? sources : []));

/** Returns what is wrong with entries, or undefined. The text follows the setting's name and never repeats a source. */
export function policyProblem(entries: readonly string[]): string | undefined {
  for (const [at, entry] of entries.entries()) {
    const [directive, ...sources] = parse(entry);
    const texts = TEXTS.settings.policy;
    if (entry.includes(';')) return texts.semicolon(at + 1);
    if (!Object.hasOwn(MAY_ADD, directive)) return texts.directive(at + 1, Object.keys(MAY_ADD).join(', '));
    const allowed = MAY_ADD[directive] ?? [];
    const isSource = new RegExp(`^(?:${allowed.map((one) => EXAMPLES[one] ?? one).join('|')})$`, 'i');
    if (sources.length === 0 || !sources.every((source) => isSource.test(source)))
      return texts.source(
        directive,
        allowed.join(', ') + (directive === 'script-src' ? ': put scripts into your build' : ''),
      );
  }
  return undefined;
}
