/** A virtual display with a window manager, which is needed to minimise and maximise windows. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Display, startDisplay } from '../../electron/tool/setup/display.ts';
import { lacksProgram } from './programs.ts';

/** Without one where there is none. Openbox can leave out frames. */
export async function startManagedDisplay(): Promise<Display> {
  const display = await startDisplay();
  if (lacksProgram('openbox')) return display;
  const manager = spawn('openbox', ['--config-file', join(import.meta.dirname, 'openbox.xml')], {
    stdio: 'ignore',
    env: { ...process.env, ...display.env },
  });
  // It does not keep this process alive.
  manager.unref();
  return {
    ...display,
    stop() {
      manager.kill();
      display.stop();
    },
  };
}
