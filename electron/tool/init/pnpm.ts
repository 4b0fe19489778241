/** pnpm runs install scripts only if allowed, and newer versions fail until the app has decided. */
import { spawnSync } from 'node:child_process';

/** Holdfast's only dependency with an install script. It is for Squirrel installers, which Holdfast never makes. */
const REFUSED = '!electron-winstaller';
/** The first version that asks. */
const ASKS = 11;

/** Has pnpm write that the script does not run. Returns what was done, or is to be done. */
export function refuseScript(root: string, agent = process.env.npm_config_user_agent): string | undefined {
  const [, version = ''] = /^pnpm[/@](\d+)/.exec(agent ?? '') ?? [];
  if (version && Number(version) < ASKS) return undefined;
  const options = { cwd: root, shell: true, stdio: 'ignore' } as const;
  return version && spawnSync(`pnpm approve-builds ${REFUSED}`, options).status === 0
    ? 'told pnpm: Holdfast does not need the one install script among its packages'
    : `notice: pnpm ${ASKS} or later wants this: pnpm approve-builds '${REFUSED}'`;
}
