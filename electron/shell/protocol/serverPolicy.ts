/** The content security policy of an app's own server, with room for Holdfast's reports. Pure. */
import { APP_ORIGIN, SHELL_PATH } from '../../shared/channels.ts';

const SHELL = APP_ORIGIN + SHELL_PATH;

/** What decides about the scripts of the SDK, and about its requests: the first that a policy has. */
const CHAINS = [
  ['script-src-elem', 'script-src', 'default-src'],
  ['connect-src', 'default-src'],
] as const;

/**
 * Lets pages load the shell's own scripts and post to its tunnel; everything else stays as the server says.
 * @param header the value of `Content-Security-Policy`: one policy, or several with commas between them
 */
export const admitShell = (header: string): string => header.split(',').map(admit).join(', ');

function admit(policy: string): string {
  const directives = policy
    .split(';')
    .map((text) => text.trim().split(/\s+/))
    .filter(([name]) => name);
  const find = (wanted: string) => directives.find(([name = '']) => name.toLowerCase() === wanted);
  for (const chain of CHAINS) {
    const found = chain.map(find).find((directive) => directive);
    if (!found) continue;
    const [name = '', ...sources] = found;
    const all = [...sources.filter((source) => source.toLowerCase() !== "'none'"), SHELL];
    if (name.toLowerCase() === 'default-src') directives.push([chain[chain.length - 2] ?? '', ...all]);
    else found.splice(1, Number.POSITIVE_INFINITY, ...all);
  }
  return directives.map((directive) => directive.join(' ')).join('; ');
}
