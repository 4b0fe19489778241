/** What the processes of an app take, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** A file of the kernel; empty when its process is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/** The process and all that it started, each with its clock ticks of processor time. */
function treeOf(root: number): { pid: number; ticks: number }[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  const all = pids.map((pid) => {
    // After the name, which may hold anything: the state, then the parent.
    const after = read(`/proc/${pid}/stat`).replace(/^.*\) /s, '');
    const fields = after.split(' ').map(Number);
    return { pid, parent: fields[1], ticks: (fields[11] ?? 0) + (fields[12] ?? 0) };
  });
  const under = (pid: number): typeof all =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...under(one.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...under(root)];
}

/**
 * MB that only these processes have: what would be free without them. With `Dirty` only what they have written: whether
 * code on the disk counts depends on who else runs it.
 */
export function memoryOf(root: number, kind = '(?:Clean|Dirty)'): number {
  const files = treeOf(root).map(({ pid }) => read(`/proc/${pid}/smaps_rollup`));
  const own = [...files.join('').matchAll(new RegExp(`^Private_${kind}:\\s+(\\d+) kB$`, 'gm'))];
  return own.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1000;
}

/** Seconds of processor time that they have used. The kernel's clock ticks 100 times in one on every Linux. */
export const processorOf = (root: number) => treeOf(root).reduce((sum, { ticks }) => sum + ticks, 0) / 100;
