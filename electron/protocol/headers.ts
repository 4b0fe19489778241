/** Headers of every response of `app://shell`, in addition to the content security policy. */

/** Features that no page needs. Chromium does not ask permission for some of them, so they are refused here. */
const FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb';

/**
 * No Cross-Origin-Opener-Policy: no page can open a window or be opened by one.
 *
 * @param granted the setting `permissions`
 */
export function securityHeaders(granted: readonly string[]): Readonly<Record<string, string>> {
  const features = FEATURES.split(' ').map((name) => `${name}=(${granted.includes(name) ? 'self' : ''})`);
  return {
    'x-content-type-options': 'nosniff',
    // No server learns which page of the app sent a request.
    'referrer-policy': 'no-referrer',
    'permissions-policy': features.join(', '),
  };
}

/**
 * Without this header on its document, Chromium provides no call stacks of a page (WICG Crash Reporting).
 * @param isProfiled whether pages may use Chromium's profiler (WICG JS Self-Profiling), which slows them down
 */
export function documentPolicy(isProfiled: boolean): Readonly<Record<string, string>> {
  const callStacks = 'include-js-call-stacks-in-crash-reports';
  return { 'document-policy': isProfiled ? `${callStacks}, js-profiling` : callStacks };
}
