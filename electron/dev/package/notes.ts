/**
 * What a release says of itself: `node notes.ts v1.2.3` prints that version's part of the changelog, and fails when the
 * tag is not the version of package.json or the changelog does not have it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, messageOf } from '../setup/failure.mjs';

const project = join(import.meta.dirname, '..', '..', '..');

/**
 * The text under the heading of a version.
 * @throws Failure when there is no such heading, or nothing under it
 */
export function notesOf(version: string, changelog: string): string {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => text.split('\n', 1)[0]?.trim() === version);
  const notes = part?.slice(part.indexOf('\n')).trim();
  if (notes) return notes;
  const why = `.github/CHANGELOG.md says nothing about ${version}.`;
  throw new Failure(why, `Rename its part "Unreleased" to "${version}", commit, and tag that commit.`);
}

/** @throws Failure when the tag is not `v` and the version */
export function checkTag(tag: string, version: string): void {
  if (tag === `v${version}`) return;
  const why = `The tag is ${tag}, and package.json has version ${version}.`;
  throw new Failure(why, 'Make them the same: npm version sets both.');
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
    checkTag(process.argv[2] ?? '', version);
    console.log(notesOf(version, await readFile(join(project, '.github', 'CHANGELOG.md'), 'utf8')));
  } catch (error) {
    console.error(messageOf(error, 'notes'));
    process.exitCode = 1;
  }
}
