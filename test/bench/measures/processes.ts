/** Resources used by an app's processes, from Linux's /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** A file under /proc; empty if its process is gone. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}

/** The process and all its descendants, each with its processor time in clock ticks. */
function treeOf(root: number): { pid: number; ticks: number }[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  const all = pids.map((pid) => {
    // After the name, which may contain anything: the state, then the parent.
    const after = read(`/proc/${pid}/stat`).replace(/^.*\) /s, '');
    const fields = after.split(' ').map(Number);
    return { pid, parent: fields[1], ticks: (fields[11] ?? 0) + (fields[12] ?? 0) };
  });
  const under = (pid: number): typeof all =>
    all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...under(one.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...under(root)];
}

/**
 * MB that only these processes use: they would be free without them. With `Dirty` only what they have written:
 * whether code from disk counts depends on who else runs it.
 */
export const memoryOf = (root: number, kind?: string): number =>
  privateOf(
    treeOf(root).map(({ pid }) => pid),
    kind,
  );

/** The same, of these processes alone. */
export function privateOf(pids: readonly number[], kind = '(?:Clean|Dirty)'): number {
  const files = pids.map((pid) => read(`/proc/${pid}/smaps_rollup`));
  const own = [...files.join('').matchAll(new RegExp(`^Private_${kind}:\\s+(\\d+) kB$`, 'gm'))];
  return own.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1000;
}

export const countOf = (root: number) => treeOf(root).length;

/** Seconds of processor time used. On every Linux the kernel's clock ticks 100 times a second. */
export const processorOf = (root: number) => treeOf(root).reduce((sum, { ticks }) => sum + ticks, 0) / 100;

/** MB of a process by this name in its status: `VmRSS` now, `VmHWM` at most since the kernel counts. */
export function statusOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(read(`/proc/${pid}/status`))?.[1];
  if (!found) throw new Error(`Process ${pid} has no ${name}.`);
  return Number(found) / 1000;
}
