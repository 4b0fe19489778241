/** pnpm runs install scripts only if allowed, and newer versions fail until the app has decided. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { upwards } from '../setup/packages.ts';

const FILE = 'pnpm-workspace.yaml';
/** Holdfast's only dependency with an install script. It is for Squirrel installers, which Holdfast never makes. */
const ANSWER = 'electron-winstaller: false';
/** pnpm's placeholder for the decision. */
const ASKED = /^(\s+)(["']?)electron-winstaller\2:\s*set this to true or false/m;

/** Returns the file's new text; undefined if it already has the answer, or pnpm did not write it. */
export function withAnswer(text: string): string | undefined {
  if (ASKED.test(text)) return text.replace(ASKED, `$1${ANSWER}`);
  if (/^\s+["']?electron-winstaller["']?:/m.test(text)) return undefined;
  if (!/^allowBuilds:/m.test(text))
    return `${text}${text && !text.endsWith('\n') ? '\n' : ''}allowBuilds:\n  ${ANSWER}\n`;
  const [, indent = '  '] = /^allowBuilds:[ \t]*(?:#.*)?\n([ \t]+)/m.exec(text) ?? [];
  const answered = text.replace(/^allowBuilds:[ \t]*(?:#.*)?\n/m, `$&${indent}${ANSWER}\n`);
  return answered === text ? undefined : answered;
}

/** The first version that asks. Before 10 a workspace file without packages was an error. */
const ASKS = 11;

/** Writes the answer into pnpm's own file, the workspace's if there is one. Returns what was done, or is to be done. */
export function allowBuilds(root: string, agent = process.env.npm_config_user_agent): string | undefined {
  const [, version] = /^pnpm[/@](\d+)/.exec(agent ?? '') ?? [];
  const found = upwards(root, (at) => {
    const file = join(at, FILE);
    // The search ends at the repository's root.
    return existsSync(file) ? file : existsSync(join(at, '.git')) ? '' : undefined;
  });
  if (version !== undefined && Number(version) < ASKS) return undefined;
  const file = found || join(root, FILE);
  const text = found ? readFileSync(file, 'utf8') : '';
  const answered = withAnswer(text);
  if (answered === undefined && text.includes('electron-winstaller')) return undefined;
  const where = relative(root, file);
  if (answered === undefined || (!found && version === undefined))
    return `notice: pnpm ${ASKS} or later wants allowBuilds: { ${ANSWER} } in ${where}.`;
  writeFileSync(file, answered);
  return `added "allowBuilds" to ${where}: Holdfast does not need the one install script among its packages`;
}
