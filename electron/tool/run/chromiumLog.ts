/** Writes Chromium's own lines on stderr to a file, so that the app's lines can be read. */
import { createWriteStream } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The last start's lines. @param out folder for everything that the tool writes */
export const logIn = (out: string): string => join(out, 'chromium.log');

/** Process, time, level and source: `[7:1123/032803.451367:ERROR:bus.cc(407)] `, later `…:ERROR:dbus/bus.cc:407] `. */
const CHROMIUM_LINE =
  /^\[(?:\d+:){0,2}\d{4}\/\d{6}\.\d+:(?:INFO|WARNING|ERROR|VERBOSE\d+):[^\]\s]+\] (?<text>.*)/;
/** Why it ends: one of its other processes ended. */
const END = /crash|exited unexpectedly|launch failed/i;
/** It crashes then. */
export const NO_DISPLAY = /Missing X server or \$DISPLAY/;

/** Whether to show a line on stderr: the app's own, FATAL ones and crashes. */
export function isForScreen(line: string, wantsDevTools: boolean): boolean {
  if (line.startsWith('DevTools listening on ')) return wantsDevTools;
  const text = CHROMIUM_LINE.exec(line)?.groups?.text;
  return text === undefined || END.test(text);
}

const isVerbose = (args: readonly string[]) => args.includes('--verbose');

/** Returns the end of a start's first line: where Chromium's lines are. @param args the arguments of the start */
export const whereItIs = (out: string, args: readonly string[]): string =>
  isVerbose(args) ? '' : `; Chromium's own lines are in ${relative('', logIn(out))}`;

/** Forwards the app's stderr: each line to the screen or to the file `log`; with `--verbose` all to the screen. */
export function passOn(stderr: Readable, wantsDevTools: boolean, args: readonly string[], log: string): void {
  const file = createWriteStream(log);
  file.on('error', (error) => console.error(`${log}: ${error.message}`));
  createInterface(stderr)
    .on('line', (line) => {
      // Chromium writes an empty line before the DevTools address.
      const isForUser = line !== '' && isForScreen(line, wantsDevTools);
      (isVerbose(args) || isForUser ? process.stderr : file).write(`${line}\n`);
    })
    .on('close', () => file.end());
}
