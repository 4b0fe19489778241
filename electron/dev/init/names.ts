/** What an app is called, from what its package.json says. */
import type { PackageJson } from './frameworks.ts';

/** The name as users read it: `@acme/web-shop` is `Web Shop`. @param folder the name of its folder */
export function nameOf(own: PackageJson | undefined, folder: string): string {
  if (own?.productName) return own.productName;
  const words = (own?.name ?? folder)
    .replace(/^@[^/]*\//, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ') || 'App';
}

/** The part of an id that stands for a name: `Web Shop` is `web-shop`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'app';

/** `https://shop.example.com` is `com.example.shop`; an address at GitHub is that of its pages. */
export function idOf({ name = 'app', homepage, repository }: PackageJson): string | undefined {
  const address = typeof repository === 'object' ? repository.url : repository;
  const github = /github(?:\.com[/:]|:)([\w-]+)\/[\w.-]+/.exec(`${homepage ?? ''} ${address ?? ''}`)?.[1];
  const host = homepage ? URL.parse(homepage)?.hostname : undefined;
  const isOwn = host && !/(?:^|\.)github\.com$|^localhost$|^[\d.]+$|\[/.test(host) && host.includes('.');
  if (isOwn)
    return host
      .replace(/^www\./, '')
      .split('.')
      .reverse()
      .join('.');
  return github ? `io.github.${github.toLowerCase()}.${slugOf(name.replace(/^@[^/]*\//, ''))}` : undefined;
}
