/** Which commands end a process and all that it has started. */

/** In seconds: how long they have to end by themselves. */
export const GRACE_S = 3;

export interface Ending {
  program: string;
  args: string[];
}

/**
 * Elsewhere than on Windows: a shell that reads the id of a process group, waits until its input ends, which it does
 * however this process ends, and then ends the group. What ignores SIGTERM is killed.
 */
export const WATCHER: Ending = {
  program: 'sh',
  args: [
    '-c',
    [
      'read -r group || exit 0',
      'read -r _',
      'kill -s TERM -- "-$group" || exit 0',
      `for _ in $(seq ${GRACE_S * 20}); do kill -s 0 -- "-$group" || exit 0; sleep 0.05; done`,
      'kill -s KILL -- "-$group"',
    ].join('\n'),
  ],
};

/** On Windows: the tree by its first process, at once. Programs without a window hear nothing gentler. */
export const taskkill = (pid: number): Ending => ({
  program: 'taskkill',
  args: ['/PID', String(pid), '/T', '/F'],
});
