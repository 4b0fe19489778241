/** What Chromium writes on stderr for those who build it: kept in a file, so that the app's own lines can be read. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { project } from './electron.ts';

/** Holds that of the last start. */
export const CHROMIUM_LOG = join('.build', 'chromium.log');

/** Process, time, level and source: `[7:1123/032803.451367:ERROR:bus.cc(407)] `, later `…:ERROR:dbus/bus.cc:407] `. */
const OWN = /^\[(?:\d+:){1,2}\d{4}\/\d{6}\.\d+:(?:INFO|WARNING|ERROR|VERBOSE\d+):[^\]\s]+\] (?<text>.*)/;
/** Why it ends: another of its processes did, or there is no display. */
const END = /crash|exited unexpectedly|launch failed|missing X server/i;

/**
 * Whether a line on stderr is for who started the app: what the app says, and how Chromium ended (FATAL, crashes).
 * @param wantsDevTools whether the address for DevTools was asked for
 */
export function isForScreen(line: string, wantsDevTools: boolean): boolean {
  if (line.startsWith('DevTools listening on ')) return wantsDevTools;
  const text = OWN.exec(line)?.groups?.text;
  return text === undefined || END.test(text);
}

/** Whether all of it is asked for. */
const isVerbose = (args: readonly string[]) => args.includes('--verbose');

/** Says where it is, after what a start says first. @param args those of the start */
export const whereItIs = (args: readonly string[]): string =>
  isVerbose(args) ? '' : `; what Chromium says of itself goes to ${CHROMIUM_LOG}`;

/** Passes on the app's stderr: each line to the screen or to `CHROMIUM_LOG`, with `--verbose` all to the screen. */
export function passOn(stderr: Readable, wantsDevTools: boolean, args: readonly string[]): void {
  const file = createWriteStream(join(project, CHROMIUM_LOG));
  file.on('error', (error) => console.error(`${CHROMIUM_LOG}: ${error.message}`));
  // Chromium puts one before the address.
  let emptyLine = '';
  createInterface(stderr)
    .on('line', (line) => {
      if (line === '') emptyLine = '\n';
      else {
        const to = isVerbose(args) || isForScreen(line, wantsDevTools) ? process.stderr : file;
        to.write(`${emptyLine}${line}\n`);
        emptyLine = '';
      }
    })
    .on('close', () => file.end());
}
