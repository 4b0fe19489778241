/** Whether `a` becomes `b` if at most so many letters are added, removed, replaced, or swapped with the next. */
function isNear(a: string, b: string, most: number): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const [x, y] = [a.slice(same), b.slice(same)];
  if (x === y || most === 0) return x === y;
  const isSwapped = x[0] === y[1] && x[1] === y[0];
  const near = (fromX: number, fromY: number) => isNear(x.slice(fromX), y.slice(fromY), most - 1);
  return near(1, 1) || near(1, 0) || near(0, 1) || (isSwapped && near(2, 2));
}

/** Finds the known word that a mistyped one was meant to be, in any case: it begins so, or has at most three typos. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const small = word.toLowerCase();
  const begun = words.find((one) => small.length > 1 && one.toLowerCase().startsWith(small));
  if (begun !== undefined) return begun;
  const found = (most: number) =>
    words.find((one) => most <= Math.max(1, one.length / 3) && isNear(small, one.toLowerCase(), most));
  return found(0) ?? found(1) ?? found(2) ?? found(3);
}
