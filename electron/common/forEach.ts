/** Calls `action` for each entry, even after one has thrown; then throws the first error. */
export function forEach<T>(list: readonly T[], action: (one: T) => void): void {
  const failures: unknown[] = [];
  for (const one of list) {
    try {
      action(one);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
