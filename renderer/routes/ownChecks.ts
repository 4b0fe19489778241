/** What the framework lets pass though it cannot work as it was meant. Each is an error here. */

import { parseRoute, splitRoute } from '../../electron/shared/segments.ts';
import { RouteError } from './checks.ts';

/**
 * The only cases in which a set of routes that has passed the framework's checks is judged otherwise.
 * @throws RouteError for the first that the routes have
 */
export function checkOwn(routes: readonly string[]): void {
  for (const route of routes) {
    for (const { kind, name } of parseRoute(route)) {
      if (kind !== 'static' && !name) {
        throw new RouteError(`A parameter in "${route}" has no name: write [id] or [...rest].`, [route]);
      }
      if (kind === 'static' && /[[\]]/.test(name)) {
        throw new RouteError(
          `A parameter must be a whole segment: the brackets in "${route}" would be taken as plain text.`,
          [route],
        );
      }
    }
  }
  checkCase(routes);
}

/** No two routes, or their folders, differ only by case. */
function checkCase(routes: readonly string[]): void {
  const seen = new Map<string, { prefix: string; route: string }>();
  for (const route of routes) {
    let prefix = '';
    for (const segment of splitRoute(route)) {
      prefix += `/${segment}`;
      const other = seen.get(prefix.toLowerCase());
      if (other && other.prefix !== prefix) {
        throw new RouteError(
          `"${other.prefix}" and "${prefix}" differ only by case: on a disk that is blind to case they are one.`,
          [other.route, route],
        );
      }
      seen.set(prefix.toLowerCase(), { prefix, route });
    }
  }
}
