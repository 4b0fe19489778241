/** Headers of every response of `app://shell`, beside the content security policy. */

/** Features no page needs. Chromium asks for no permission for some of them, so they are refused here. */
const FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb';

/**
 * There is no Cross-Origin-Opener-Policy: no page can open a window or be opened by one.
 *
 * @param granted the setting `permissions`
 */
export function securityHeaders(granted: readonly string[]): Readonly<Record<string, string>> {
  const features = FEATURES.split(' ').map((name) => `${name}=(${granted.includes(name) ? 'self' : ''})`);
  return {
    'x-content-type-options': 'nosniff',
    // No server learns which page of the app a request came from.
    'referrer-policy': 'no-referrer',
    'permissions-policy': features.join(', '),
  };
}

/**
 * Without this header on its document, the browser gives no call stack of a page (WICG Crash Reporting).
 * @param isProfiled whether pages may use Chromium's profiler (WICG JS Self-Profiling), which slows them down
 */
export function documentPolicy(isProfiled: boolean): Readonly<Record<string, string>> {
  const callStacks = 'include-js-call-stacks-in-crash-reports';
  return { 'document-policy': isProfiled ? `${callStacks}, js-profiling` : callStacks };
}
