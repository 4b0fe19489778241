import { it } from 'vitest';

/** `it.each` of rows: a name, what happens, and what follows if anything does, each on a line; an empty line ends a row. */
export const eachStory = (text: string) =>
  it.each(text.split('\n\n').map((row) => row.trim().split(/\n\s*/)));
