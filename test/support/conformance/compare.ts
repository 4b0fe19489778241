/** Compares two exchanges: what the page and its server see of a request. */
import type { Seen } from './server.ts';

export interface Exchange {
  /** What the page sees. */
  page: unknown;
  server: Seen[];
}

/** Each value by its path: `server.0.headers.accept`. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value) ?? 'undefined']];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, path ? `${path}.${key}` : key));
}

/** Returns lines such as `page.status: 422 -> 400`, and one line for a request that only one side has. */
function allDifferences(expected: Exchange, found: Exchange): string[] {
  const count = Math.min(expected.server.length, found.server.length);
  const told = ({ method, url }: Seen) => `${method} ${url}`;
  const [before, after] = [expected, found].map(
    ({ page, server: all }) => new Map(leaves({ page, server: all.slice(0, count) })),
  ) as [Map<string, string>, Map<string, string>];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const at = (values: Map<string, string>, path: string) => values.get(path) ?? 'nothing';
  return [
    ...paths
      .filter((path) => before.get(path) !== after.get(path))
      .map((path) => `${path}: ${at(before, path)} -> ${at(after, path)}`),
    ...expected.server.slice(count).map((one) => `server: ${told(one)} -> nothing`),
    ...found.server.slice(count).map((one) => `server: nothing -> ${told(one)}`),
  ];
}

/** Differences that every request has. */
const ALWAYS = [
  // Random.
  /^server\.\d+\.headers\.sec-websocket-key: /,
  // Chromium identifies itself only to servers of pages. The app's pages send no referrer.
  /^server\.\d+\.headers\.(?:sec-ch-ua(?:-mobile|-platform)?|referer): .* -> nothing$/,
  // Main does not know which kind of element made the request.
  /^server\.\d+\.headers\.sec-fetch-(?:mode|dest): "(?:no-cors|navigate|image|style|document|video)" -> "(?:cors|no-cors|empty)"$/,
  // Set by the protocol itself.
  /^page\.(?:\d+\.)?headers\.(?:content-security-policy|document-policy|permissions-policy|referrer-policy|x-content-type-options): /,
  // A form is sent like a link.
  /^server\.0\.headers\.cache-control: "max-age=0" -> nothing$/,
  // About one connection, or about a body that main has decoded.
  /^page\.(?:\d+\.)?headers\.(?:transfer-encoding|trailer|content-encoding): .* -> nothing$/,
];

/**
 * Removes everything that identifies the window.
 * @param server its origin
 */
export function same(value: Exchange, server: string): Exchange {
  const text = JSON.stringify(value)
    .replaceAll('app://shell', 'ORIGIN')
    .replaceAll(server, 'ORIGIN')
    .replace(/(\(KHTML, like Gecko\)) \S+ /g, '$1 APP ')
    .replace(/----WebKitFormBoundary\w+/g, 'BOUNDARY');
  return JSON.parse(text);
}

/** The differences beyond those that every request has. */
export const differences = (expected: Exchange, found: Exchange): string[] =>
  allDifferences(expected, found).filter((line) => !ALWAYS.some((known) => known.test(line)));
