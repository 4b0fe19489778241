/** Known holes, as the npm registry's bulk advisory endpoint tells them: the one that `npm audit` asks. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { npmCommand } from '../setup/npm.mjs';
import type { Packages } from './shipped.ts';

/** Milliseconds that the registry may take for its answer. */
const ANSWER_MS = 10_000;
const ENDPOINT = '-/npm/v1/security/advisories/bulk';

const Answer = v.record(
  v.string(),
  v.array(
    v.object({ severity: v.string(), title: v.string(), url: v.string(), vulnerable_versions: v.string() }),
  ),
);

/** The semver with which electron-updater ships; ranges of advisories are in its grammar. */
const { satisfies } = createRequire(createRequire(import.meta.url).resolve('electron-updater'))('semver') as {
  satisfies(version: string, range: string, options: { includePrerelease: boolean }): boolean;
};

export interface Hole {
  /** `name@version` */
  of: string;
  severity: string;
  title: string;
  /** Where it is described. */
  url: string;
}

/** All known holes, or why the registry could not be asked. */
export type Audit = { holes: Hole[] } | { unasked: string };

/** The registry that npm's configuration names, with a slash at its end. Rejects when npm cannot be run. */
export async function configuredRegistry(): Promise<string> {
  const args = ['config', 'get', 'registry'];
  const npm = npmCommand(process.env, process.platform, process.execPath, args);
  const { stdout } = await promisify(execFile)(npm.command, npm.args, { shell: npm.shell });
  return stdout.trim().replace(/\/*$/, '/');
}

/**
 * Asks a registry about packages. Never rejects: a registry that is away, slow, or has no such endpoint is a reason.
 *
 * @param registry address with a slash at its end
 * @param limit milliseconds
 */
export async function audit(registry: string, packages: Packages, limit = ANSWER_MS): Promise<Audit> {
  try {
    const response = await fetch(new URL(ENDPOINT, registry), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(packages),
      signal: AbortSignal.timeout(limit),
    });
    if (response.status !== 200) return { unasked: `it answered with ${response.status}` };
    return { holes: holesIn(v.parse(Answer, await response.json()), packages) };
  } catch (error) {
    const { message, cause } = error as Error;
    return { unasked: cause instanceof Error ? `${message}: ${cause.message}` : message };
  }
}

/** A registry may tell of versions that were not asked about. */
function holesIn(answer: v.InferOutput<typeof Answer>, packages: Packages): Hole[] {
  return Object.entries(answer).flatMap(([name, advisories]) =>
    advisories.flatMap(({ severity, title, url, vulnerable_versions }) =>
      (packages[name] ?? [])
        .filter((version) => satisfies(version, vulnerable_versions, { includePrerelease: true }))
        .map((version) => ({ of: `${name}@${version}`, severity, title, url })),
    ),
  );
}

/** Those for which nothing may ship. */
export function severe(holes: readonly Hole[]): Hole[] {
  return holes.filter(({ severity }) => severity === 'high' || severity === 'critical');
}
