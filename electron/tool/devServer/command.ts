/** Runs the app's own commands and ends them with all their children. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';

export interface Running {
  /** Resolves to the command's exit code after its children have ended too. */
  ended: Promise<number>;
  end(): Promise<void>;
}

const isWindows = process.platform === 'win32';

/** Seconds that a process has to end after SIGTERM. */
const GRACE_S = 3;

/**
 * A shell script that reads the id of a process group and waits for the end of its input, which closes however this
 * process ends. Then it ends the group, and kills any process that ignores SIGTERM.
 */
const WATCHER = [
  'read -r group || exit 0',
  'read -r _',
  'kill -s TERM -- "-$group" || exit 0',
  `for _ in $(seq ${GRACE_S * 20}); do kill -s 0 -- "-$group" || exit 0; sleep 0.05; done`,
  'kill -s KILL -- "-$group"',
].join('\n');

/** Runs a command in a shell, with this process's output. It ends with this process, however that ends. */
export function runCommand(command: string, cwd: string): Running {
  // Start the watcher first: this process may end at any time.
  const watcher = isWindows ? undefined : startWatcher();
  // The shell reports its own group before it runs anything, because this process may end before that.
  const child = spawn(watcher ? `echo $$ >&3; exec 3>&-\n${command}` : command, {
    shell: true,
    cwd,
    // Many dev servers end when their input closes.
    stdio: ['pipe', 'inherit', 'inherit', watcher?.input ?? 'ignore'],
    // Some dev servers open a browser.
    env: { ...process.env, BROWSER: 'none' },
    // In its own process group, so that the whole group can be ended, and so that Ctrl+C ends it in order.
    detached: !isWindows,
  });
  // The command may never read its input.
  child.stdin?.on('error', () => undefined);
  const exited = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
  const end = watcher?.end ?? endOnWindows(child);
  const ended = exited.then(async (code) => {
    await end();
    return code;
  });
  ended.catch(() => undefined);
  return { ended, end };
}

/** Starts the watcher. `end` ends the group whose id was written to `input`, if any. */
function startWatcher(): { input: Writable; end(): Promise<void> } {
  // Detached from the terminal: otherwise closing that would end the watcher first.
  const watcher = spawn('sh', ['-c', WATCHER], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  const input = watcher.stdin;
  const gone = once(watcher, 'exit');
  return {
    input,
    async end() {
      input.end();
      await gone;
    },
  };
}

function endOnWindows(child: ChildProcess): () => Promise<void> {
  const end = () => {
    process.off('exit', end);
    // Kill the whole tree: programs without a window receive no gentler signal.
    if (child.pid !== undefined && child.exitCode === null)
      spawnSync('taskkill', ['/PID', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return Promise.resolve();
  };
  process.on('exit', end);
  return end;
}
