/** Headers of every response of `app://shell`, in addition to the content security policy. */
import { config } from '../../builtConfig/config.ts';

export interface PageSettings {
  /** Features that the settings allow for pages, such as `camera`. */
  permissions?: readonly string[] | undefined;
  isolated?: boolean | undefined;
}

/** Features that no page needs. Chromium does not ask permission for some of them, so they are refused here. */
const FEATURES =
  'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb';

/**
 * Makes documents `crossOriginIsolated`, which SharedArrayBuffer needs (HTML Standard). `require-corp` would refuse pictures of
 * other servers that do not allow it; `credentialless` loads them without cookies.
 */
export const ISOLATION: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'credentialless',
};

/** @param isServers whether what pages have is their server's to say */
export function pageHeaders(
  { permissions = [], isolated }: PageSettings,
  isServers = false,
): Readonly<Record<string, string>> {
  const features = FEATURES.split(' ').map((name) => `${name}=(${permissions.includes(name) ? 'self' : ''})`);
  // Without it on its document, Chromium provides no call stacks of a page (WICG Crash Reporting).
  const callStacks = 'include-js-call-stacks-in-crash-reports';
  // Chromium's profiler for pages (WICG JS Self-Profiling) slows them down.
  const isProfiled = config.telemetry.enableRendererProfiling === true;
  return {
    'x-content-type-options': 'nosniff',
    'document-policy': isProfiled ? `${callStacks}, js-profiling` : callStacks,
    ...(isolated && ISOLATION),
    ...(!isServers && {
      // No server learns which page of the app sent a request. With `no-referrer` a page's own history would have no
      // addresses: https://html.spec.whatwg.org/multipage/nav-history-apis.html#dom-navigationhistoryentry-url
      'referrer-policy': 'same-origin',
      'permissions-policy': features.join(', '),
    }),
  };
}
