/** Runs the app's own build. */
import { runCommand } from '../devServer/command.ts';
import { Stopped, stopSignal } from '../signals.ts';
import type { Project } from './project.ts';

/**
 * Runs `web.buildCommand`, if there is one.
 * @param say prints a line
 * @throws Error if it fails, Stopped after a signal
 */
export async function buildWeb({ root, config }: Project, say: (line: string) => void): Promise<void> {
  const command = config.web?.buildCommand;
  if (!command) return;
  say(command);
  const stopping = stopSignal();
  const building = runCommand(command, root);
  stopping.addEventListener('abort', () => void building.end());
  const code = await building.ended;
  if (stopping.aborted) throw new Stopped();
  if (code !== 0) throw new Error(`"${command}" ended with ${code}: what it said is above.`);
}
