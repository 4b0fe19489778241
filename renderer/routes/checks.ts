/**
 * Which sets of routes are valid, and in which order they are tried. Verdicts, messages and order are the framework's
 * (Next.js 15.5); a test compares both on generated sets.
 */
import { parseSegment, type SegmentKind, splitRoute } from '../../electron/shared/segments.ts';

/** An invalid set of routes: the problem, and which routes to change. */
export class RouteError extends Error {
  override readonly name = 'RouteError';
  readonly routes: readonly string[];

  constructor(message: string, routes: readonly string[]) {
    super(message);
    this.routes = routes;
  }
}

/** The only parameter of its kind at one level of the tree. */
interface Branch {
  name: string;
  /** The route it comes from. */
  route: string;
  node: Node;
}

interface Node {
  /** The route that ends here. */
  route?: string;
  statics: Map<string, Node>;
  dynamic: Partial<Record<Exclude<SegmentKind, 'static'>, Branch>>;
}

const emptyNode = (): Node => ({ statics: new Map(), dynamic: {} });

/**
 * Checks routes such as `['/', '/blog/[id]']` and sorts them into the order in which they are tried. Removes duplicates
 * and adds missing leading slashes.
 * @throws RouteError with the framework's message for the first of its eleven checks that fails
 */
export function sortRoutes(paths: readonly string[]): string[] {
  const root = emptyNode();
  for (const path of paths) insert(root, path);
  return collect(root, '');
}

function insert(root: Node, route: string): void {
  let node = root;
  let closed = false;
  const names: string[] = [];
  for (const text of splitRoute(route)) {
    if (closed) throw new RouteError('Catch-all must be the last part of the URL.', [route]);
    const { kind, name } = parse(text, route);
    if (kind === 'static') {
      node = childOf(node, name);
      continue;
    }
    checkOtherCatchAll(node, kind, text, route);
    const present = node.dynamic[kind];
    if (present && present.name !== name) {
      throw new RouteError(
        `You cannot use different slug names for the same dynamic path ('${present.name}' !== '${name}').`,
        [present.route, route],
      );
    }
    checkRepeated(names, name, route);
    names.push(name);
    closed = kind !== 'param';
    const branch = present ?? { name, route, node: emptyNode() };
    node.dynamic[kind] = branch;
    node = branch.node;
  }
  node.route ??= route;
}

function childOf(node: Node, name: string): Node {
  const child = node.statics.get(name) ?? emptyNode();
  node.statics.set(name, child);
  return child;
}

function parse(text: string, route: string) {
  try {
    return parseSegment(text);
  } catch (error) {
    throw new RouteError((error as Error).message, [route]);
  }
}

/** A level may have a required or an optional catch-all, not both. The message's odd grammar is the framework's. */
function checkOtherCatchAll(node: Node, kind: SegmentKind, text: string, route: string): void {
  const { rest, optionalRest } = node.dynamic;
  if (kind === 'optionalRest' && rest) {
    throw new RouteError(
      `You cannot use both an required and optional catch-all route at the same level ("[...${rest.name}]" and "${text}" ).`,
      [rest.route, route],
    );
  }
  if (kind === 'rest' && optionalRest) {
    throw new RouteError(
      `You cannot use both an optional and required catch-all route at the same level ("[[...${optionalRest.name}]]" and "${text}").`,
      [optionalRest.route, route],
    );
  }
}

function checkRepeated(names: readonly string[], name: string, route: string): void {
  const word = (text: string) => text.replace(/\W/g, '');
  for (const earlier of names) {
    if (earlier === name) {
      throw new RouteError(
        `You cannot have the same slug name "${name}" repeat within a single dynamic path`,
        [route],
      );
    }
    if (word(earlier) === word(name)) {
      throw new RouteError(
        `You cannot have the slug names "${earlier}" and "${name}" differ only by non-word symbols within a single dynamic path`,
        [route],
      );
    }
  }
}

/** Returns the routes at and below `node`, whose path is `path`, in the order in which they are tried. */
function collect(node: Node, path: string): string[] {
  const { param, rest, optionalRest } = node.dynamic;
  const routes: string[] = [];
  for (const name of [...node.statics.keys()].sort()) {
    routes.push(...collect(childOf(node, name), `${path}/${name}`));
  }
  if (param) routes.push(...collect(param.node, `${path}/[${param.name}]`));
  if (node.route !== undefined) {
    if (optionalRest) {
      const here = path || '/';
      throw new RouteError(
        `You cannot define a route with the same specificity as a optional catch-all route ("${here}" and "${here}[[...${optionalRest.name}]]").`,
        [node.route, optionalRest.route],
      );
    }
    routes.unshift(path || '/');
  }
  if (rest) routes.push(`${path}/[...${rest.name}]`);
  if (optionalRest) routes.push(`${path}/[[...${optionalRest.name}]]`);
  return routes;
}
