/** Turns a failed build's output into a short message: the cause with file and line, without the bundler's stack. */
import { stripVTControlCharacters } from 'node:util';

/** Lines that only say that there is an error. */
const EMPTY =
  /^(?:✗ Build failed.*|x Build failed.*|error during build:|Build failed with \d+ errors?:|\[plugin [^\]]*\])?$/;
const STACK = /^\s+at .*[(:/]/;

/** @param output what Vite printed */
export function readable(output: string): string {
  const lines = stripVTControlCharacters(output).trim().split('\n');
  const begin = lines.findIndex((line) => !EMPTY.test(line.trim()));
  const end = lines.findIndex((line, index) => index > begin && STACK.test(line));
  if (begin < 0 || end < 0) return output;
  const cause = lines.slice(begin, end).join('\n').trim();
  return `${cause.replace(/^\w*Error: (?:\w*Error: )?/, '')}\n(--verbose shows the build's whole output.)`;
}
