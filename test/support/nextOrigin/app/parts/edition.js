/** Reads a file, as a server may: nothing of this can run in a page. */
import { readFileSync } from 'node:fs';

export const edition = () => readFileSync('edition', 'utf8');
