/** `holdfast start`: shows the app's own build; without a display it prints what the window shows, and ends. */
import { join } from 'node:path';
import { bundleMain } from '../build/bundleExtension.ts';
import { assemble } from '../project/assemble.ts';
import { buildWeb } from '../project/buildWeb.ts';
import { nextOf, type Project, projectHere } from '../project/project.ts';
import { sayNext } from '../project/say.ts';
import { isAttachedTo, launchApp } from '../run/launch.ts';
import { show } from '../run/show.ts';
import { prepareDisplay, privateDisplay } from '../setup/display.ts';
import { findElectron, tellOld } from '../setup/electron.ts';

export interface StartValues {
  'no-build'?: true;
  pages?: string;
}

const say = (line: string) => console.log(`start: ${line}`);

async function appOf(project: Project, isBuilt: boolean): Promise<string> {
  if (!project.config.web && !project.pages) return project.root;
  const folder = await assemble(project, await buildWeb(project, isBuilt, say));
  await bundleMain(project, folder);
  return folder;
}

/** @returns the app's exit code */
export async function start({ pages, 'no-build': noBuild }: StartValues, args: readonly string[]) {
  const project = await projectHere(pages);
  const electron = await findElectron();
  await prepareDisplay(electron.program);
  const folder = await appOf(project, noBuild === true);
  const display = await privateDisplay();
  const where = display ? ', on a display that nobody sees' : '';
  say(`electron ${electron.version}${where}`);
  if (!project.isHoldfast) tellOld(electron);
  // Prints nothing if a debugger attaches to the window or there is no window.
  const isSeen = !display || isAttachedTo(args) || args.includes('--diagnostics');
  const code = isSeen
    ? await launchApp(electron, folder, args, { display }).ended
    : await show(electron, folder, join(project.out, 'window.png'), args, display);
  if (code === 0) sayNext(nextOf(project));
  return code;
}
