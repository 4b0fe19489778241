/** `holdfast package`: packs the app into a folder, as installed. `holdfast dist`: makes this system's installers. */
import { type PackOptions, packApp } from '../pack/packApp.ts';
import { buildWeb } from '../project/buildWeb.ts';
import { projectHere } from '../project/project.ts';
import type { StartValues } from './start.ts';

export type PackValues = PackOptions & StartValues;

/** @param dir whether to make a folder instead of an installer */
export async function pack(values: PackValues, dir: boolean): Promise<number> {
  const project = await projectHere(values.pages);
  const parts = await buildWeb(project, values['no-build'] === true, (line) => console.log(`pack: ${line}`));
  await packApp(project, parts, values, dir);
  return 0;
}
