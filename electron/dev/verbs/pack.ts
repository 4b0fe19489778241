/** `holdfast package`: packs the app into a folder, as installed. `holdfast dist`: makes this system's installers. */
import { buildWeb } from '../app/buildWeb.ts';
import { projectHere } from '../app/projectHere.ts';
import { packApp } from '../package/packApp.ts';

export interface PackValues {
  'no-build'?: true;
  deb?: true;
  settings?: string;
  output?: string;
  pages?: string;
}

/** @param isDir whether a folder is wanted, and no installer */
export async function pack(
  { pages, 'no-build': noBuild, ...values }: PackValues,
  isDir: boolean,
): Promise<number> {
  const project = await projectHere(pages);
  const parts = await buildWeb(project, noBuild === true, (line) => console.log(`pack: ${line}`));
  await packApp(project, parts, { ...values, dir: isDir });
  return 0;
}
