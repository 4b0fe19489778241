/** Chromium's profile inside userData: where Electron keeps its own. */
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Preferences {
  net?: object;
  profile?: object;
}

/** What Chromium wrote before; nothing, when there is nothing that can be read. */
function readPreferences(file: string): Preferences {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Preferences;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/**
 * Makes the profile's folder, with what only a preference can say: no connection is made before there is a request
 * for it (2 is "never"), and a run that was killed is not told of.
 * Throws when the folder cannot be written to.
 */
export function makeProfile(userData: string): string {
  const profile = join(userData, 'Chromium');
  const folder = join(profile, 'Default');
  const file = join(folder, 'Preferences');
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    const before = readPreferences(file);
    const net = { ...before.net, network_prediction_options: 2 };
    const said = { ...before, net, profile: { ...before.profile, exit_type: 'Normal' } };
    writeFileSync(file, JSON.stringify(said));
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new Error(`stand-in: the userData folder ${userData} cannot be written to: ${reason}`, { cause });
  }
  return profile;
}
