/** What the framework lets pass though it cannot work as it was meant. Each is an error here. */

import { parseRoute, splitRoute } from '../../electron/shared/segments.ts';
import { RouteError } from './checks.ts';

export interface OwnCheck {
  /** A few words for lists and tests. */
  name: string;
  /** The error for a set of routes that has passed the framework's checks, if it has this fault. */
  find(routes: readonly string[]): RouteError | undefined;
}

/** The listed cases: the only ones in which a set of routes is judged otherwise than by the framework. */
export const OWN_CHECKS: readonly OwnCheck[] = [
  {
    name: 'a parameter without a name: [], [...], [[...]]',
    find(routes) {
      const route = routes.find((path) =>
        parseRoute(path).some(({ kind, name }) => kind !== 'static' && !name),
      );
      if (route === undefined) return undefined;
      return new RouteError(`A parameter in "${route}" has no name: write [id] or [...rest].`, [route]);
    },
  },
  {
    name: 'a parameter that is only a part of its segment: pre-[x]',
    find(routes) {
      const route = routes.find((path) =>
        parseRoute(path).some(({ kind, name }) => kind === 'static' && /[[\]]/.test(name)),
      );
      if (route === undefined) return undefined;
      return new RouteError(
        `A parameter must be a whole segment: the brackets in "${route}" would be taken as plain text.`,
        [route],
      );
    },
  },
  {
    name: 'two routes, or their folders, that differ only by case',
    find(routes) {
      const seen = new Map<string, { prefix: string; route: string }>();
      for (const route of routes) {
        let prefix = '';
        for (const segment of splitRoute(route)) {
          prefix += `/${segment}`;
          const other = seen.get(prefix.toLowerCase());
          if (other && other.prefix !== prefix) {
            return new RouteError(
              `"${other.prefix}" and "${prefix}" differ only by case: on a disk that is blind to case they are one.`,
              [other.route, route],
            );
          }
          seen.set(prefix.toLowerCase(), { prefix, route });
        }
      }
      return undefined;
    },
  },
];

/** @throws RouteError for the first listed case that the routes have. */
export function checkOwn(routes: readonly string[]): void {
  for (const check of OWN_CHECKS) {
    const error = check.find(routes);
    if (error) throw error;
  }
}
