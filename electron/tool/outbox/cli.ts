/** `npm run outbox -- --dir DIR [--export ID]`: shows an outbox folder and changes nothing. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Listing, listOutbox, QUARANTINE_FOLDER } from '../../telemetry/outbox/disk.ts';
import { formatEnvelope, formatReport } from './report.ts';

const USAGE = `Usage: npm run -s outbox -- --dir DIR [--export ID]

  --dir DIR     the outbox folder; the app's diagnostics page names it
  --export ID   print one envelope: its id, the start of its id, or its file name`;

/** Runs the command line. Returns what to print and the exit code: 0, 1 for a wrong folder or id, 2 for wrong options. */
export function run(args: string[]): { output: string; code: 0 | 1 | 2 } {
  let options: { dir?: string; export?: string; help?: boolean };
  try {
    options = parseArgs({
      args,
      options: {
        dir: { type: 'string' },
        export: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return { output: `${(error as Error).message}\n\n${USAGE}`, code: 2 };
  }
  if (options.help) return { output: USAGE, code: 0 };
  if (!options.dir) return { output: `--dir is missing.\n\n${USAGE}`, code: 2 };
  try {
    const listing = open(options.dir);
    if (options.export !== undefined)
      return { output: exportOne(options.dir, listing, options.export), code: 0 };
    return { output: formatReport(options.dir, listing), code: 0 };
  } catch (error) {
    return { output: (error as Error).message, code: 1 };
  }
}

function open(folder: string): Listing {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) throw new Error(`There is no folder ${folder}. Nothing was captured yet, or it is elsewhere.`);
  if (!stats.isDirectory()) throw new Error(`${folder} is a file. Give the folder it is in.`);
  const listing = listOutbox(folder);
  const isOutbox =
    Object.values(listing).some((files) => files.length > 0) ||
    readdirSync(folder).every((name) => name === QUARANTINE_FOLDER);
  if (!isOutbox)
    throw new Error(`${folder} is not an outbox. Give the folder that the app's diagnostics page names.`);
  return listing;
}

function exportOne(folder: string, { envelopes, quarantined }: Listing, wanted: string): string {
  const found = [...envelopes, ...quarantined].filter(
    ({ file, id }) => file === wanted || (wanted !== '' && id.startsWith(wanted)),
  );
  const [only] = found;
  if (!only) throw new Error(`No envelope in ${folder} has an id that begins with ${wanted}.`);
  if (found.length > 1) {
    const files = found.map(({ file }) => `  ${file}`).join('\n');
    throw new Error(
      `${found.length} envelopes have an id that begins with ${wanted}. Give one of these names:\n${files}`,
    );
  }
  try {
    return formatEnvelope(readFileSync(join(folder, only.file)));
  } catch (error) {
    throw new Error(`${only.file} cannot be read as an envelope: ${(error as Error).message}`);
  }
}

if (import.meta.main) {
  const { output, code } = run(process.argv.slice(2));
  (code === 0 ? process.stdout : process.stderr).write(`${output}\n`);
  process.exitCode = code;
}
