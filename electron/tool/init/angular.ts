/** Finds the build folder of an Angular app. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseObject } from '../../shared/pageData.ts';

interface Project {
  projectType?: string;
  architect?: { build?: { builder?: string; options?: { outputPath?: string | Partial<Output> } } };
}

interface Output {
  base: string;
  browser: string;
}

/** Returns the build folder of the first app in angular.json; undefined if there is none. */
export function angularFolder(root: string): string | undefined {
  const file = join(root, 'angular.json');
  const workspace = existsSync(file) ? parseObject(readFileSync(file, 'utf8')) : undefined;
  const projects = Object.entries((workspace?.projects ?? {}) as Record<string, Project>);
  const [name, project] = projects.find(([, { projectType }]) => projectType !== 'library') ?? [];
  if (!name) return undefined;
  const { builder = '', options } = project?.architect?.build ?? {};
  const output = options?.outputPath;
  const { base = `dist/${name}`, browser = 'browser' } =
    typeof output === 'string' ? { base: output } : (output ?? {});
  // The older builder writes to the folder itself.
  return builder.endsWith(':browser') || browser === '' ? base : `${base}/${browser}`;
}
