/** What an app puts into its app folder: the result of its own build, or its pages. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommand } from '../devServer/command.ts';
import { Stopped, stopSignal } from '../run/signals.ts';
import type { Parts } from './assemble.ts';
import { buildPages } from './pages.ts';
import type { Project } from './project.ts';

/**
 * Runs `web.buildCommand`, if there is one, or builds `web.pages`.
 * @param isBuilt whether to use the existing build
 * @param say prints a line
 * @throws Error if it fails, Stopped after a signal
 */
export async function buildWeb(
  project: Project,
  isBuilt: boolean,
  say: (line: string) => void,
): Promise<Pick<Parts, 'web' | 'pages'>> {
  const { root, config, out } = project;
  const { build, buildCommand, pages } = config.web ?? {};
  if (pages !== undefined) {
    const built = join(out, 'pages');
    if (!isBuilt) await buildPages(project, resolve(root, pages), built);
    else if (!existsSync(built)) throw new Error(`${built} does not exist yet: run this without --no-build.`);
    return { pages: built };
  }
  if (build === undefined) return {};
  if (!isBuilt && buildCommand) await run(buildCommand, root, say);
  return { web: resolve(root, build) };
}

async function run(command: string, root: string, say: (line: string) => void): Promise<void> {
  say(command);
  const stopping = stopSignal();
  const building = runCommand(command, root);
  stopping.addEventListener('abort', () => void building.end());
  const code = await building.ended;
  if (stopping.aborted) throw new Stopped();
  if (code !== 0) throw new Error(`"${command}" ended with ${code}: see its output above.`);
}
