/** Headers that every answer of `app://shell` carries, whoever made it. */
import { POLICY } from './csp.ts';

/** Features no page needs; refused here also where Chromium has no permission request to deny. */
const FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb';

/**
 * The headers of every answer. There is no Cross-Origin-Opener-Policy: no page can open a window or be opened.
 *
 * @param policy the content security policy
 * @param granted the setting `permissions`
 */
export function securityHeaders(
  policy: string,
  granted: readonly string[],
): Readonly<Record<string, string>> {
  const features = FEATURES.split(' ').map((name) => `${name}=(${granted.includes(name) ? 'self' : ''})`);
  return {
    [POLICY]: policy,
    'X-Content-Type-Options': 'nosniff',
    // No server learns which page of the app a request came from.
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': features.join(', '),
  };
}

/**
 * The response header without which the browser gives no stack of a page (WICG Crash Reporting).
 * Every document that main answers needs it.
 */
export const CALL_STACKS_HEADER = { 'Document-Policy': 'include-js-call-stacks-in-crash-reports' };
