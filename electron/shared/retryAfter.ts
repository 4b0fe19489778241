/** The wait of a Retry-After header (RFC 9110, 10.2.3: seconds or a date), in ms from `at`; an hour at most. */
export function readRetryAfter(value: string | null, at: number): number | undefined {
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - at;
  return Number.isNaN(wait) ? undefined : Math.min(3_600_000, Math.max(0, wait));
}
