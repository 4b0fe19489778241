/** An address as the framework's link and router accept it: a string, or its parts. */
export type Url =
  | string
  | { pathname?: string | null; query?: string | Record<string, unknown> | null; hash?: string | null };

/**
 * Returns the address as a string. Parameters in brackets, such as `/posts/[id]`, are taken from the query; the rest
 * stays in the query, with lists as repeated names.
 */
export function hrefOf(url: Url): string {
  if (typeof url === 'string') return url;
  const query =
    typeof url.query === 'string' ? Object.fromEntries(new URLSearchParams(url.query)) : { ...url.query };
  const take = (name: string) => {
    const values = [query[name] ?? []].flat();
    delete query[name];
    return values.map((value) => encodeURIComponent(String(value))).join('/');
  };
  const pathname = (url.pathname ?? '')
    .replace(/\/?\[\[\.\.\.([^[\]]+)\]\]/g, (_, name) => take(name).replace(/^(?=.)/, '/'))
    .replace(/\[(?:\.\.\.)?([^[\]]+)\]/g, (_, name) => take(name));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one ?? '')]),
  );
  const search = new URLSearchParams(pairs).toString();
  const hash = url.hash?.replace(/^#?(?=.)/, '#') ?? '';
  return pathname + (search && `?${search}`) + hash;
}

/** Adds the current query to an address that is only a fragment: the router would drop the query. */
export const withQuery = (address: string, search: string): string =>
  address.startsWith('#') ? search + address : address;
