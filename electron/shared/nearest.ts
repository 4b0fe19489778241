/** Which known word somebody meant who mistyped it. */

/** How many letters must be added, removed, replaced, or exchanged with the next to make `a` into `b`. */
function distance(a: string, b: string): number {
  // One row for each letter of `a`; the last two are enough, and a third for exchanges.
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const replaced = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchanged ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, exchanged));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/**
 * Finds the nearest of the words, upper and lower case alike: one that begins so, or differs by about a third at most.
 * @returns undefined if there is none
 */
export function nearest(word: string, words: readonly string[]): string | undefined {
  // Longer ones are no slips, and comparing them takes time.
  if (word.length > 64) return undefined;
  const small = word.toLowerCase();
  const isBegun = (one: string) => small.length > 1 && one.toLowerCase().startsWith(small);
  const [best] = words
    .map((one) => ({ one, far: isBegun(one) ? 0 : distance(small, one.toLowerCase()) }))
    .filter(({ one, far }) => far <= Math.max(1, Math.floor(one.length / 3)))
    .sort((a, b) => a.far - b.far);
  return best?.one;
}
