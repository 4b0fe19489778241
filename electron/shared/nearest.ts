/** Finds the known word that a mistyped one was meant to be. */

/** How many letters must be added, removed, replaced, or swapped with the next to turn `a` into `b`. */
function distance(a: string, b: string): number {
  // One row for each letter of `a`; the last two are enough, plus a third for swaps.
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const replaced = (last[j - 1] ?? 0) + (isSame ? 0 : 1);
      const isExchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchanged ? (beforeLast[j - 2] ?? 0) + 1 : replaced;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced, exchanged));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Finds the nearest word, ignoring case: one with this beginning, or at most about a third different. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  // A longer word is not a typo, and comparing it takes time.
  if (word.length > 64) return undefined;
  const small = word.toLowerCase();
  const isBegun = (one: string) => small.length > 1 && one.toLowerCase().startsWith(small);
  const [best] = words
    .map((one) => ({ one, far: isBegun(one) ? 0 : distance(small, one.toLowerCase()) }))
    .filter(({ one, far }) => far <= Math.max(1, Math.floor(one.length / 3)))
    .sort((a, b) => a.far - b.far);
  return best?.one;
}
