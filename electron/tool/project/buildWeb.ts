import { existsSync, globSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { buildPages } from '../build/runVite.ts';
import { runCommand } from '../devServer/command.ts';
import { stopSignal } from '../run/signals.ts';
import type { Project } from './project.ts';

/** Runs `web.buildCommand`, if there is one, or builds the pages of `--pages`. Returns what the app folder takes in. */
export async function buildWeb(project: Project, isBuilt: boolean, say: (line: string) => void) {
  const { root, config, out, pages } = project;
  const { build, buildCommand } = config.web ?? {};
  if (pages !== undefined) {
    const built = join(out, 'pages');
    if (!isBuilt) await buildPages(project, pages, built);
    else if (!existsSync(built)) throw new Error(`${built} does not exist yet: run this without --no-build.`);
    return { pages: built };
  }
  if (build === undefined) return {};
  if (!isBuilt && buildCommand) {
    const began = Date.now();
    await run(buildCommand, root, say);
    const written = !existsSync(join(root, build, 'index.html')) && writtenSince(began, root);
    if (written)
      throw new Error(
        `"${buildCommand}" has written ${written}, and not ${build}. Write web: { build: '${written}' }.`,
      );
  }
  return { web: resolve(root, build) };
}

/** The folder with a start page that was written since a time, if there is one. The outermost counts. */
function writtenSince(time: number, root: string): string | undefined {
  const isLeftOut = (name: string) => ['node_modules', '.holdfast', '.git'].includes(name);
  // A file system may keep whole seconds.
  return globSync('{*,.*,*/*,.*/*,*/*/*}/index.html', { cwd: root, exclude: isLeftOut })
    .filter((file) => statSync(join(root, file)).mtimeMs >= time - 1000)
    .map((file) => dirname(file).split(sep).join('/'))
    .sort((one, other) => one.length - other.length)[0];
}

async function run(command: string, root: string, say: (line: string) => void): Promise<void> {
  say(command);
  const stopping = stopSignal();
  const building = runCommand(command, root);
  stopping.addEventListener('abort', () => void building.end());
  const code = await building.ended;
  stopping.throwIfAborted();
  if (code !== 0) throw new Error(`"${command}" ended with ${code}: see its output above.`);
}
