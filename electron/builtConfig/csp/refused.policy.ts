/** What to tell the app's developer about one load that the content security policy has refused. Pure. */
import { APP_SCHEME } from '../../shared/channels.ts';
import { NO_EVAL, policyProblem } from './policyEntries.ts';

/**
 * Returns a line about one load, with the setting that allows it, or with what to do where none does; and its directive.
 * @param effective as Chromium says it: `script-src-elem` and `style-src-attr` are parts of others
 * @param uri an address, whose path and query may hold secrets, a scheme such as `data`, or `inline`, `eval`, `wasm-eval`
 */
export function adviceAbout(effective: string, uri: string): { directive: string; line: string } {
  const directive = effective.replace(/-(?:elem|attr)$/, '');
  const url = /^(?:https?|wss?):/.test(uri) ? URL.parse(uri) : null;
  const blocked = url ? `${url.protocol}//${url.host}` : (/^[\w-]{1,30}$/.exec(uri)?.[0] ?? 'an address');
  const what = url ? blocked : (WORDS[blocked] ?? `${blocked}:`);
  const line = `The content security policy has refused ${what} (${directive}). ${remedyFor(directive, blocked)}`;
  return { directive, line };
}

const WORDS: Readonly<Record<string, string>> = {
  [APP_SCHEME]: 'an address of the app itself',
  inline: 'what stands in the page',
  eval: 'eval or new Function',
  'wasm-eval': 'WebAssembly',
};

/** What allows a load, or what to do instead. @param blocked an origin, such a word, or several addresses of one scheme */
export function remedyFor(directive: string, blocked: string): string {
  const isAddress = blocked.includes('://');
  if (blocked === 'eval')
    return `Best ${NO_EVAL}. Otherwise this allows it, and pages then call only handlers with remote: true: settings: { contentSecurityPolicy: ["script-src 'unsafe-eval'"] }; in workers of the build alone, at no price: ["worker-src 'unsafe-eval'"].`;
  if (directive === 'script-src' && blocked === 'inline')
    return 'Only scripts and event handlers that stand in the documents of the build run: put it into a file of the build.';
  if (directive === 'script-src' && blocked === APP_SCHEME)
    return 'Scripts come from the build alone, in its documents and by what they load: not by document.write, and not in a frame made of text.';
  if (['script-src', 'worker-src'].includes(directive) && (isAddress || blocked === APP_SCHEME))
    return 'Scripts come from the build alone: put them there.';
  const source = isAddress ? blocked : (SOURCES[blocked] ?? `${blocked}:`);
  const entry = `${directive} ${source}`;
  const problem = policyProblem([entry]);
  if (!problem) return `This allows it: settings: { contentSecurityPolicy: ["${entry}"] }.`;
  // Chromium names only the scheme, and the app's own addresses are allowed here.
  if (blocked === APP_SCHEME)
    return `An address such as //host/path needs its host here: settings: { contentSecurityPolicy: ["${directive} https://host"] }.`;
  return isAddress && blocked.startsWith('http:') && !policyProblem([entry.replaceAll('http:', 'https:')])
    ? 'A setting allows it by https only.'
    : 'No setting allows it.';
}

const SOURCES: Readonly<Record<string, string>> = {
  [APP_SCHEME]: "'self'",
  inline: "'unsafe-inline'",
  'wasm-eval': "'wasm-unsafe-eval'",
};
