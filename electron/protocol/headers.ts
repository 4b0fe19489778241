/** Headers of every response of `app://shell`. */
import { POLICY } from './csp.ts';

/** Features no page needs. Chromium asks for no permission for some of them, so they are refused here. */
const FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb';

/**
 * There is no Cross-Origin-Opener-Policy: no page can open a window or be opened by one.
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
 * Without this header on its document, the browser gives no call stack of a page (WICG Crash Reporting).
 */
export const CALL_STACKS_HEADER = { 'Document-Policy': 'include-js-call-stacks-in-crash-reports' };
