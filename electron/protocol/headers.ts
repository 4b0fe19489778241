/** Headers that every answer of `app://shell` carries, whoever made it. */
import { APP_ORIGIN } from '../shared/channels.ts';

/** Features no page needs; refused here also where Chromium has no permission request to deny. */
const REFUSED_FEATURES =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), ' +
  'microphone=(), midi=(), payment=(), serial=(), usb=()';

/**
 * Where the build puts scripts and styles. Not 'self': what a server answered would be among it, and Chromium does not
 * enforce `nosniff` for an app's own scheme.
 */
const ASSETS = `${APP_ORIGIN}/assets/`;

/**
 * The content security policy. Neither `blob:` nor `data:` is allowed anywhere: the build inlines no file, and
 * the replay worker is a file of its own. Nothing is inline but the styles whose hashes are given.
 *
 * @param styleHashes CSP sources (`'sha256-…'`) of the inline styles in the documents
 */
function contentSecurityPolicy(styleHashes: readonly string[]): string {
  return [
    // What is not named below is refused: frames, media, objects, manifests.
    "default-src 'none'",
    `script-src ${ASSETS}`,
    // Style sheets of the build, and the inline styles that paint the frame before any file is read.
    [`style-src ${ASSETS}`, ...styleHashes].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    // Page data comes through main; the page itself reaches no network.
    "connect-src 'self'",
    `worker-src ${ASSETS}`,
    // No <base>: it would send every relative address elsewhere.
    "base-uri 'none'",
    // A form may only post to the app, which answers 405; default-src does not cover forms.
    "form-action 'self'",
    // Nothing may frame the app; default-src does not cover this either.
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The headers of every answer. There is no Cross-Origin-Opener-Policy: no page can open a window or be opened.
 *
 * @param styleHashes CSP sources (`'sha256-…'`) of the inline styles in the documents
 */
export function securityHeaders(styleHashes: readonly string[]): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(styleHashes),
    'X-Content-Type-Options': 'nosniff',
    // No server learns which page of the app a request came from.
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': REFUSED_FEATURES,
  };
}

/**
 * The response header, name and value, without which the browser gives no stack of a page (WICG Crash Reporting).
 * Every document that main answers needs it.
 */
export const CALL_STACKS_HEADER = ['Document-Policy', 'include-js-call-stacks-in-crash-reports'] as const;
