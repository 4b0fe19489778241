/** Derives the app's id, a reverse domain name, from the addresses that its package.json names. */
import { slugOf } from '../project/project.ts';
import type { PackageJson } from '../setup/packages.ts';

/** Addresses of code: the owner has a domain name there. */
const CODE: Readonly<Record<string, string>> = { 'github.com': 'io.github', 'gitlab.com': 'io.gitlab' };
/** Neither a name of the app's, nor an address on the internet. */
const NOT_OWN = /^(?:localhost|[\d.]+|\[.*\]|(?:.+\.)?(?:localhost|local|test|invalid|example|npmjs\.com))$/;

/** Returns its own pages first, then where its code is. */
export function placesOf({ homepage, repository }: PackageJson): readonly string[] {
  const given: unknown = Object(repository).url ?? repository;
  const code = typeof given === 'string' ? given.replace(/^(?:git\+|github:(?=\w))/, '') : '';
  const address = /^[\w.-]+\/[\w.-]+$/.test(code) ? `https://github.com/${code}` : code;
  return [homepage, address.replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')].filter(
    (place) => typeof place === 'string',
  );
}

/** Returns `com.example.shop` for an app called Shop that has `https://example.com`; undefined without such an address. */
export function idFrom(places: readonly string[], name: string): string | undefined {
  for (const place of places) {
    const url = URL.parse(place);
    if (!url || !/^https?:$/.test(url.protocol) || NOT_OWN.test(url.hostname)) continue;
    const [owner = '', repository = ''] = url.pathname.split('/').filter(Boolean).map(slugOf);
    const host = url.hostname.replace(/^www\./, '');
    const code = CODE[host];
    if (code !== undefined && !owner) continue;
    const last = slugOf(name) || slugOf(repository.replace(/-git$/, '')) || 'app';
    const domain = code === undefined ? host.split('.').reverse().map(slugOf) : [code, owner];
    if (domain.at(-1) !== last) domain.push(last);
    return domain.filter(Boolean).join('.');
  }
  return undefined;
}
