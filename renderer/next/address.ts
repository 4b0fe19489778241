/** An address as the framework's link and router accept it: text, or its parts. */
export type Url =
  | string
  | { pathname?: string | null; query?: string | Record<string, unknown> | null; hash?: string | null };

/**
 * The address as text. Parameters in brackets, `/posts/[id]`, are taken out of the query; what is left stays the query,
 * with lists as repeated names.
 */
export function addressOf(url: Url): string {
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

/** An address with the present query, if it is only a place on the page: the router would drop the query. */
export const withQuery = (address: string, search: string): string =>
  address.startsWith('#') ? search + address : address;
