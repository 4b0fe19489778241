/** What the tool prints about a build: one line for each kind of problem, however often it occurs. Pure. */
import { remedyFor } from '../../configuration/policy/refused.policy.ts';

/** Something that the policy refuses, or that will not work as on a server. */
export interface BuildProblem {
  file: string;
  directive: string;
  what: string;
  /** The server that it would be loaded from, such as `https://cdn.example.com`, if that is what is refused. */
  from?: string;
}

/** Where a build is shown: under `app://`; at its server's address; there without a policy of the shell. */
export type Place = 'app' | 'address' | 'open';

/** What no policy changes. */
const ALWAYS = ['base', 'charset', 'isolated', 'path'];

/** Whether a problem is one where the build is shown. A server's sockets are beside its pages. */
export const isProblemAt = (place: Place, { directive }: Pick<BuildProblem, 'directive'>): boolean =>
  place === 'app' || (place === 'address' ? directive !== 'connect-src' : ALWAYS.includes(directive));

const unique = (list: readonly string[]) => [...new Set(list)];

/** Returns a line for each directive that refuses loads from servers, and for each other problem. */
export function noticesOf(problems: readonly BuildProblem[]): string[] {
  const kindOf = ({ directive, what, from }: BuildProblem) =>
    `${directive} ${from === undefined ? what : from.replace(/:.*/, '')}`;
  return [...Map.groupBy(problems, kindOf).values()].map((all) => {
    const [{ directive = '', what = '' } = {}] = all;
    const files = unique(all.map(({ file }) => file));
    const more = files.length > 3 ? ` and ${files.length - 3} more` : '';
    const servers = unique(all.flatMap(({ from }) => from ?? []));
    const said = `${servers.join(', ')}: not in the build. ${remedyFor(directive, servers.join(' '))}`;
    return `${files.slice(0, 3).join(', ')}${more}: ${directive}: ${servers.length > 0 ? said : what}`;
  });
}
