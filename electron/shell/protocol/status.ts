/** The statuses that Chromium accepts from a custom scheme. */
/**
 * The statuses of RFC 9110 and 6585 for which every Chromium has a reason phrase. Some versions treat others as a bug
 * and write a crash dump (net/http/http_status_code.cc, `GetHttpReasonPhrase`).
 */
const KNOWN = [...range(200, 206), ...range(300, 305), 307, 308, ...range(400, 417), 429, ...range(500, 505)];

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Returns the status to send: an unknown one becomes the x00 of its class. */
export const knownStatus = (status: number): number =>
  KNOWN.includes(status) ? status : Math.floor(status / 100) * 100;
