/** Groups Chromium's network errors by what they mean to the user. */
import * as TEXTS from './texts.ts';

export interface Words {
  /** One short sentence without its full stop. */
  title: string;
  /** Why it failed, or what the user can do: one or two sentences. */
  words: string;
}

export type Icon = 'cloud' | 'offline' | 'file' | 'plug' | 'disk' | 'key' | 'lock' | 'clock';

/** `signIn`: another try asks the user to sign in. Others are links of help.ts. */
type Cure = 'signIn' | 'portal' | 'restart';

interface LoadError extends Words {
  icon: Icon;
  retryable: boolean;
  /** Whether the user has to act, and so decides when to try again. */
  isForUser: boolean;
  /** What solves it, if that is more than another try. */
  cure?: Cure | undefined;
}

type Kind = keyof typeof TEXTS.fault.load;

/** The first match wins. Names come from Chromium's net/base/net_error_list.h, without `ERR_`. */
const NAMES = {
  offline: /^(?:INTERNET_DISCONNECTED|NETWORK_IO_SUSPENDED|NETWORK_ACCESS_DENIED)$/,
  networkChanged: /^NETWORK_CHANGED$/,
  timedOut: /TIMED_OUT/,
  throttled: /^(?:TEMPORARILY_THROTTLED|TOO_MANY_RETRIES)$/,
  proxySignIn: /^PROXY_AUTH_REQUESTED/,
  proxy: /PROXY|PROXIES|TUNNEL|SOCKS|^PAC_/,
  clientCertificate: /CLIENT_AUTH|^NO_PRIVATE_KEY_FOR_CERT$/,
  signIn: /AUTH_(?:CREDENTIALS|SCHEME|ENVIRONMENT|FAILURE)|SECURITY_LIBRARY_STATUS|^MALFORMED_IDENTITY$/,
  nameNotFound: /^(?:NAME_|DNS_|ICANN_)/,
  refused: /^CONNECTION_REFUSED$/,
  blocked: /^(?:CACHED_IP|INCONSISTENT_IP)_ADDRESS_SPACE|^(?:BLOCKED_|CLEARTEXT_|UNSAFE_)/,
  unreachable: /^ADDRESS_/,
  certificateDate: /^CERT_DATE_INVALID$/,
  // Also appears behind a captive portal until the user has signed in there.
  certificate: /CERT|PINNED|^CT_|^INSECURE_RESPONSE$/,
  insecure: /SSL|TLS|EARLY_DATA|ECH_|^ALPN_/,
  address: /^(?:INVALID_URL|INVALID_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME)$/,
  connectionLost: /^(?:CONNECTION_|SOCKET_|EMPTY_RESPONSE|HTTP2_|H2_|QUIC_|WS_|INCOMPLETE_|CONTENT_LENGTH_)/,
  badAnswer:
    /^RESPONSE_|^INVALID_(?!ARGUMENT|HANDLE)|_(?:DECODING|ENCODING|CONVERSION|DETECTION)_|^HTTP_|^SYN_REPLY|^FTP_|FTP_DIRECTORY|^(?:METHOD_NOT_SUPPORTED|REQUEST_RANGE_NOT_SATISFIABLE|TOO_MANY_REDIRECTS|TOO_MANY_ACCEPT_CH_RESTARTS|TRUST_TOKEN_\w+)$/,
  resources:
    /^(?:OUT_OF_MEMORY|INSUFFICIENT_RESOURCES|NO_BUFFER_SPACE|MSG_TOO_BIG)$|SOCKET_LIMIT|QUEUE_TOO_LARGE/,
  // CACHE_MISS: Back leads to the answer of a form, which Chromium does not send again.
  file: /^(?:FILE_|ACCESS_DENIED|CACHE_(?!MISS)|UPLOAD_)/,
} satisfies Partial<Record<Kind, RegExp>>;
const KINDS = Object.keys(NAMES) as (keyof typeof NAMES)[];

const FINAL: ReadonlySet<Kind> = new Set<Kind>(['blocked', 'address']);

const FOR_USER: ReadonlySet<Kind> = new Set<Kind>(['proxySignIn', 'clientCertificate', 'file']);

const CURES: Partial<Record<Kind, Cure>> = {
  proxySignIn: 'signIn',
  certificate: 'portal',
  clientCertificate: 'restart',
};

const ICONS: Partial<Record<Kind, Icon>> = {
  offline: 'offline',
  timedOut: 'clock',
  throttled: 'clock',
  proxySignIn: 'key',
  clientCertificate: 'key',
  signIn: 'key',
  certificate: 'lock',
  certificateDate: 'clock',
  insecure: 'lock',
  file: 'file',
  blocked: 'file',
  address: 'file',
  resources: 'plug',
};

/** Returns the texts for an error name such as `ERR_CONNECTION_REFUSED`; general ones for an unknown name. */
export function loadError(name: string): LoadError {
  const short = name.replace(/^ERR_/, '');
  const words = KINDS.find((kind) => NAMES[kind].test(short)) ?? 'other';
  return {
    ...(short === 'TOO_MANY_REDIRECTS' ? TEXTS.fault.boot.loop : TEXTS.fault.load[words]),
    icon: ICONS[words] ?? 'cloud',
    retryable: !FINAL.has(words),
    isForUser: FOR_USER.has(words),
    cure: CURES[words],
  };
}
