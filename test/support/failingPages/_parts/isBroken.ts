/** Whether a page is broken: for good, or until the time in its address (`?until=`, in ms since the epoch). */
export const isBroken = (): boolean =>
  Date.now() < Number(new URLSearchParams(location.search).get('until') ?? Number.POSITIVE_INFINITY);
