/** Starts Electron on what looks like another machine: with mounts that only this process sees. Linux only. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findElectron } from '../../electron/tool/setup/electron.ts';

/** Mount namespaces exist only on Linux, and a machine may refuse them. */
export const hasNamespaces = spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0;

/** Shell commands that empty /tmp, except for the display and these folders. */
export function privateTmp(...kept: string[]): string {
  const display = process.env.XAUTHORITY ? [dirname(process.env.XAUTHORITY)] : [];
  const all = ['/tmp/.X11-unix', ...display, ...kept].filter((one) => one.startsWith('/tmp/'));
  return [
    'mount --rbind /tmp /mnt',
    'mount -t tmpfs none /tmp',
    ...all.map((one) => `mkdir -p '${one}'; mount --rbind '/mnt${one.slice('/tmp'.length)}' '${one}'`),
  ].join('\n');
}

/** Writes a program that runs these shell commands in its own mount namespace, and then becomes another one, or Electron. */
export async function inNamespace(folder: string, commands: string, program?: string): Promise<string> {
  const file = join(folder, `start-${crypto.randomUUID()}`);
  const script = `#!/bin/sh -e
[ "$INSIDE" ] || INSIDE=1 exec unshare --map-root-user --mount "$0" "$@"
${commands}
exec '${program ?? (await findElectron()).program}' "$@"
`;
  await writeFile(file, script, { mode: 0o755 });
  return file;
}
