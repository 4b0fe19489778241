/** Headers of every response of `app://shell`, in addition to the content security policy. */
import { config } from '../../configuration/config.ts';

/** Features that no page needs. Chromium does not ask permission for some of them, so they are refused here. */
const FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb';

/**
 * Makes documents `crossOriginIsolated`, which SharedArrayBuffer needs (HTML Standard). `credentialless` loads other
 * servers' pictures without cookies; `require-corp` would refuse them unless the server allows it.
 */
export const ISOLATION: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'credentialless',
};

/**
 * @param granted the setting `permissions`
 */
export function securityHeaders(granted: readonly string[]): Readonly<Record<string, string>> {
  const features = FEATURES.split(' ').map((name) => `${name}=(${granted.includes(name) ? 'self' : ''})`);
  return {
    'x-content-type-options': 'nosniff',
    // No server learns which page of the app sent a request. With `no-referrer` a page's own history would have no
    // addresses: https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-navigationhistoryentry-url
    'referrer-policy': 'same-origin',
    'permissions-policy': features.join(', '),
  };
}

/** Without this header on its document, Chromium provides no call stacks of a page (WICG Crash Reporting). */
export function documentPolicy(): Readonly<Record<string, string>> {
  const callStacks = 'include-js-call-stacks-in-crash-reports';
  // Chromium's profiler for pages (WICG JS Self-Profiling) slows them down.
  const isProfiled = config.telemetry.enableRendererProfiling === true;
  return { 'document-policy': isProfiled ? `${callStacks}, js-profiling` : callStacks };
}
