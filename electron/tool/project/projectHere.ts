/** Finds the app that the tool works on: the current folder's. */
import { realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { holdfastFolder, repositoryOf } from '../setup/packages.ts';
import { findConfig, loadPagesConfig } from './loadConfig.ts';
import { adopterProject, DEFAULT_NAMES, holdfastProject, type Project } from './project.ts';
import { UsageError } from './usageError.ts';

/**
 * Finds the app of the current folder: the nearest configuration from there up to the package.json, or Holdfast's own
 * repository, which has none.
 */
export async function projectHere(pages?: string): Promise<Project> {
  const here = process.cwd();
  const own = holdfastFolder();
  const file = findConfig(here);
  if (!file && realpathSync(repositoryOf(here) ?? here) === realpathSync(own)) {
    if (pages === undefined) return holdfastProject(own);
    // npm runs scripts in the project's root, wherever the user is.
    const folder = resolve(process.env.INIT_CWD ?? '', pages);
    return holdfastProject(own, await loadPagesConfig(folder, DEFAULT_NAMES), folder);
  }
  if (pages !== undefined)
    throw new UsageError("--pages is for Holdfast's own repository: an app has a build of its own.");
  return await adopterProject(file ? dirname(file) : here, join(own, '.build'));
}
