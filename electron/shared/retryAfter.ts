/** The longest wait that a server may ask for, in ms. */
const MAX_RETRY_AFTER = 3_600_000;

/** Reads the wait from a Retry-After header (RFC 9110, 10.2.3: seconds or a date), in ms from `at`. */
export function readRetryAfter(value: string | null, at: number): number | undefined {
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - at;
  return Number.isNaN(wait) ? undefined : Math.min(MAX_RETRY_AFTER, Math.max(0, wait));
}
