/** The query of `/_next/image`. Rules and messages are the framework's (Next.js 15.5, `validateParams`). */

/** Widths that can be asked for: the framework's deviceSizes and imageSizes. */
const WIDTHS = [16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840];

const MAX_URL_LENGTH = 3072;

const WIDTH = '"w" parameter (width)';
const QUALITY = '"q" parameter (quality)';

class QueryError extends Error {}

/**
 * Reads the query. Whether the host is listed is not decided here.
 * @param origin the web app's server, for an `url` without a host
 * @returns the image's address, or a message that says what is wrong
 */
export function readParams(query: URLSearchParams, origin: string): { source: URL } | { message: string } {
  try {
    const source = readUrl(single(query, 'url', '"url" parameter'), origin);
    const width = single(query, 'w', WIDTH);
    const wholeWidth = `${WIDTH} must be an integer greater than 0`;
    check(/^[0-9]+$/.test(width), wholeWidth);
    const quality = single(query, 'q', QUALITY);
    const wholeQuality = `${QUALITY} must be an integer between 1 and 100`;
    check(/^[0-9]+$/.test(quality), wholeQuality);
    check(Number(width) > 0, wholeWidth);
    check(WIDTHS.includes(Number(width)), `${WIDTH} of ${Number(width)} is not allowed`);
    check(Number(quality) >= 1 && Number(quality) <= 100, wholeQuality);
    return { source };
  } catch (error) {
    if (error instanceof QueryError) return { message: error.message };
    throw error;
  }
}

function check(holds: boolean, message: string): asserts holds {
  if (!holds) throw new QueryError(message);
}

function single(query: URLSearchParams, name: string, words: string): string {
  const [value, ...more] = query.getAll(name);
  check(value !== undefined && (value !== '' || more.length > 0), `${words} is required`);
  check(more.length === 0, `${words} cannot be an array`);
  return value;
}

function readUrl(url: string, origin: string): URL {
  check(url.length <= MAX_URL_LENGTH, '"url" parameter is too long');
  if (!url.startsWith('/')) {
    const source = URL.parse(url);
    check(source !== null && /^https?:$/.test(source.protocol), '"url" parameter is invalid');
    return source;
  }
  // Not only for `//`: a parser reads a backslash as a slash, and skips tabs and line breaks.
  const source = URL.parse(url, origin);
  const isOwn = source !== null && source.origin === new URL(origin).origin && !url.startsWith('//');
  check(isOwn, '"url" parameter cannot be a protocol-relative URL (//)');
  check(!/\/_next\/image(?:$|\/)/.test(decoded(source.pathname)), '"url" parameter cannot be recursive');
  return source;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
