/** `holdfast package`: packs the app into a folder, as installed. `holdfast dist`: makes this system's installers. */

import { type PackOptions, packApp } from '../pack/packApp.ts';
import { buildWeb } from '../project/buildWeb.ts';
import { projectHere } from '../project/project.ts';

export interface PackValues extends Omit<PackOptions, 'dir'> {
  'no-build'?: true;
  pages?: string;
}

/** @param isDir whether to make a folder instead of an installer */
export async function pack(
  { pages, 'no-build': noBuild, ...values }: PackValues,
  isDir: boolean,
): Promise<number> {
  const project = await projectHere(pages);
  const parts = await buildWeb(project, noBuild === true, (line) => console.log(`pack: ${line}`));
  await packApp(project, parts, { ...values, dir: isDir });
  return 0;
}
