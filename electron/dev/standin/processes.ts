/** The processes of the app, for `app.getAppMetrics`: from /proc, so on Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { notImplemented, strict } from './strict.ts';

export type AppMetric = Electron.ProcessMetric;

/** Electron's names for Chromium's `--type=`. Chromium's own main process is none: the app's is Node here. */
const TYPES: Readonly<Record<string, AppMetric['type']>> = {
  renderer: 'Tab',
  'gpu-process': 'GPU',
  utility: 'Utility',
};
/** Clock ticks a second; Linux gives user space 100 on every machine. */
const TICKS = 100;

interface Stat {
  parent: number;
  cpuSeconds: number;
  /** ms since 1970 */
  started: number;
}

/** A file of /proc; undefined when its process has gone. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function statOf(pid: number): Stat | undefined {
  // The program's name stands in brackets and may hold anything; the fields behind it are plain.
  const fields = read(`/proc/${pid}/stat`)?.replace(/^.*\)/s, '').trim().split(' ').map(Number);
  if (!fields) return undefined;
  const boot = Number(/btime (\d+)/.exec(read('/proc/stat') ?? '')?.[1] ?? 0);
  return {
    parent: fields[1] as number,
    cpuSeconds: ((fields[11] as number) + (fields[12] as number)) / TICKS,
    started: (boot + (fields[19] as number) / TICKS) * 1000,
  };
}

/** cpuSeconds and time (ms) of each process at the last call. */
const before = new Map<number, { cpuSeconds: number; at: number }>();

function metricOf(pid: number, stat: Stat, type: AppMetric['type'], serviceName?: string): AppMetric {
  const last = before.get(pid);
  const at = performance.now();
  before.set(pid, { cpuSeconds: stat.cpuSeconds, at });
  const share = last ? (stat.cpuSeconds - last.cpuSeconds) / ((at - last.at) / 1000) : 0;
  const status = read(`/proc/${pid}/status`) ?? '';
  const kilobytes = (field: string) => Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return strict(
    {
      pid,
      type,
      ...(serviceName !== undefined && { serviceName }),
      creationTime: stat.started,
      // How often a process was woken, Linux does not tell: reading it throws.
      cpu: strict(
        {
          percentCPUUsage: (share * 100) / availableParallelism(),
          cumulativeCPUUsage: stat.cpuSeconds,
        } as Electron.CPUUsage,
        'CPUUsage',
      ),
      memory: { workingSetSize: kilobytes('VmRSS'), peakWorkingSetSize: kilobytes('VmHWM') },
    },
    'ProcessMetric',
  );
}

/**
 * The app's processes as Electron counts them: this one, and those that Chromium started.
 * @param chromiumPid undefined before there is a Chromium
 */
export function processMetrics(chromiumPid: number | undefined): AppMetric[] {
  if (process.platform !== 'linux') throw notImplemented(`app.getAppMetrics on ${process.platform}`);
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) stats.set(Number(name), stat);
  }
  const isOfChromium = (pid: number): boolean => {
    const parent = stats.get(pid)?.parent ?? 0;
    return parent > 1 && (parent === chromiumPid || isOfChromium(parent));
  };
  const metrics: AppMetric[] = [];
  for (const [pid, stat] of stats) {
    if (pid === process.pid) metrics.unshift(metricOf(pid, stat, 'Browser'));
    else if (chromiumPid !== undefined && isOfChromium(pid)) {
      // Chromium writes the command line of forked processes anew, with spaces.
      const commandLine = read(`/proc/${pid}/cmdline`)?.split(/[\0 ]/) ?? [];
      const switchOf = (name: string) =>
        commandLine.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
      const type = TYPES[switchOf('type') ?? ''];
      if (type) metrics.push(metricOf(pid, stat, type, switchOf('utility-sub-type')));
    }
  }
  return metrics;
}
