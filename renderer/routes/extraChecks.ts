/** Finds routes that the framework accepts but that cannot work as intended. */

import { parseRoute, splitRoute } from '../../electron/shared/segments.ts';
import { RouteError } from './checks.ts';

/**
 * Checks routes that passed the framework's checks.
 * @throws RouteError for the first problem
 */
export function checkExtra(routes: readonly string[]): void {
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

function checkCase(routes: readonly string[]): void {
  const seen = new Map<string, { prefix: string; route: string }>();
  for (const route of routes) {
    let prefix = '';
    for (const segment of splitRoute(route)) {
      prefix += `/${segment}`;
      const other = seen.get(prefix.toLowerCase());
      if (other && other.prefix !== prefix) {
        throw new RouteError(
          `"${other.prefix}" and "${prefix}" differ only by case: on a case-insensitive disk they are the same.`,
          [other.route, route],
        );
      }
      seen.set(prefix.toLowerCase(), { prefix, route });
    }
  }
}
