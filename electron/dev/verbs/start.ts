/**
 * `holdfast start`: runs the app's own build, and shows it until it quits. Without a display it prints what the window
 * shows, saves a picture of it and ends.
 */
import { assemble } from '../app/assemble.ts';
import { buildWeb } from '../app/buildWeb.ts';
import { bundleMain } from '../app/bundleMain.ts';
import type { Project } from '../app/project.ts';
import { projectHere } from '../app/projectHere.ts';
import { whereItIs } from '../chromiumLog.ts';
import { hasDisplay, prepareDisplay, startDisplay } from '../display.ts';
import { findElectron } from '../electron.ts';
import { isAttachedTo, launch } from '../launch.ts';
import { buildPages } from '../pages.ts';
import { show } from '../show.ts';

export interface StartValues {
  'no-build'?: true;
  pages?: string;
}

const say = (line: string) => console.log(`start: ${line}`);

/** The app folder of an app in a repository of its own. */
async function appOf(project: Project, isBuilt: boolean): Promise<string> {
  const folder = await assemble(project, await buildWeb(project, isBuilt, say));
  await bundleMain(project, folder);
  return folder;
}

/** @returns the app's exit code */
export async function start(values: StartValues, args: readonly string[]): Promise<number> {
  const { pages } = values;
  const project = await projectHere(pages);
  const electron = await findElectron();
  if (project.isOwn) await buildPages(pages);
  else await prepareDisplay(electron.program, false);
  const folder = project.isOwn ? project.root : await appOf(project, values['no-build'] === true);
  const app = { folder, out: project.out };
  const where = hasDisplay() ? '' : ', on a display that nobody sees';
  say(`electron ${electron.version}${where}${whereItIs(app.out, args)}`);
  if (hasDisplay()) return await launch(electron, app, args).ended;
  const display = await startDisplay();
  process.on('exit', () => display.stop());
  // Then somebody attaches to its window, or there is none.
  const isOther = isAttachedTo(args) || args.includes('--diagnostics');
  if (isOther) return await launch(electron, app, args, { display: display.name }).ended;
  return await show(electron, app, args, display.name);
}
