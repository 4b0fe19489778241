/** The renderer's modules for a build of pages: sources in this repository, and JavaScript in the package. */
import { join } from 'node:path';
import { holdfastFolder } from '../../setup/packages.ts';

/** Whether this code runs from the package. */
export const isPacked = import.meta.filename.endsWith('.js');
const folder = join(holdfastFolder(), isPacked ? '.build/parts' : 'renderer');

/** @param file below `renderer`, such as `routes/router.tsx` */
export const part = (file: string): string => join(folder, isPacked ? file.replace(/\.tsx?$/, '.js') : file);
