/** Which of Chromium's network errors mean the same to a user. */
import * as TEXTS from './texts.ts';

export interface LoadError {
  /** One short sentence without its full stop. */
  title: string;
  /** What happened, in one or two sentences. */
  words: string;
  /** Whether trying the same thing again can help. */
  retryable: boolean;
}

type Words = keyof typeof TEXTS.fault.load;

/** The first row that matches counts. The names are those of Chromium's net/base/net_error_list.h, after `ERR_`. */
const ROWS: readonly [names: RegExp, words: Words][] = [
  [/^(?:INTERNET_DISCONNECTED|NETWORK_IO_SUSPENDED|NETWORK_ACCESS_DENIED)$/, 'offline'],
  [/^NETWORK_CHANGED$/, 'networkChanged'],
  [/TIMED_OUT/, 'timedOut'],
  [/^(?:TEMPORARILY_THROTTLED|TOO_MANY_RETRIES)$/, 'throttled'],
  [/PROXY|PROXIES|TUNNEL|SOCKS|^PAC_/, 'proxy'],
  [/CLIENT_AUTH|^NO_PRIVATE_KEY_FOR_CERT$/, 'clientCertificate'],
  [/AUTH_(?:CREDENTIALS|SCHEME|ENVIRONMENT|FAILURE)|SECURITY_LIBRARY_STATUS|^MALFORMED_IDENTITY$/, 'signIn'],
  [/^(?:NAME_|DNS_|ICANN_)/, 'nameNotFound'],
  [/^CONNECTION_REFUSED$/, 'refused'],
  [/^(?:CACHED_IP|INCONSISTENT_IP)_ADDRESS_SPACE|^(?:BLOCKED_|CLEARTEXT_|UNSAFE_)/, 'blocked'],
  [/^ADDRESS_/, 'unreachable'],
  // Also what a network shows that first asks for a sign-in: it ends when the user has signed in.
  [/CERT|PINNED|^CT_|^INSECURE_RESPONSE$/, 'certificate'],
  [/SSL|TLS|EARLY_DATA|ECH_|^ALPN_/, 'insecure'],
  [
    /^(?:INVALID_URL|INVALID_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|TOO_MANY_REDIRECTS)$/,
    'address',
  ],
  [
    /^(?:CONNECTION_|SOCKET_|EMPTY_RESPONSE|HTTP2_|H2_|QUIC_|WS_|INCOMPLETE_|CONTENT_LENGTH_)/,
    'connectionLost',
  ],
  [
    /^RESPONSE_|^INVALID_(?!ARGUMENT|HANDLE)|_(?:DECODING|ENCODING|CONVERSION|DETECTION)_|^HTTP_|^SYN_REPLY|^FTP_|FTP_DIRECTORY/,
    'badAnswer',
  ],
  [
    /^(?:METHOD_NOT_SUPPORTED|REQUEST_RANGE_NOT_SATISFIABLE|TOO_MANY_ACCEPT_CH_RESTARTS|TRUST_TOKEN_\w+)$/,
    'badAnswer',
  ],
  [
    /^(?:OUT_OF_MEMORY|INSUFFICIENT_RESOURCES|NO_BUFFER_SPACE|MSG_TOO_BIG)$|SOCKET_LIMIT|QUEUE_TOO_LARGE/,
    'resources',
  ],
  [/^(?:FILE_|ACCESS_DENIED|CACHE_|UPLOAD_)/, 'file'],
];

/** What will fail again however often it is tried. */
const FINAL: ReadonlySet<Words> = new Set<Words>(['blocked', 'address']);

/** The words for an error name such as `ERR_CONNECTION_REFUSED`; general ones for a name that has none. */
export function loadError(name: string): LoadError {
  const short = name.replace(/^ERR_/, '');
  const words = ROWS.find(([names]) => names.test(short))?.[1] ?? 'other';
  return { ...TEXTS.fault.load[words], retryable: !FINAL.has(words) };
}
