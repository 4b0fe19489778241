/** As many as a disk serves at once; more would only hold more files open. */
const AT_ONCE = 16;

/** Runs an action for each item, several at once. Throws the first error, once none runs any more. */
export async function eachOf<T>(list: readonly T[], action: (one: T) => Promise<void>): Promise<void> {
  const rest = list.values();
  const failures: unknown[] = [];
  const work = async () => {
    for (const one of rest) {
      if (failures.length > 0) return;
      await action(one).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failures.length > 0) throw failures[0];
}
