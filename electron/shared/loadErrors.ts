/** Plain words for Chromium's network errors. */

export interface LoadError {
  /** One short sentence without its full stop. */
  title: string;
  /** What happened, in one or two sentences. */
  words: string;
  /** Whether trying the same thing again can help. */
  retryable: boolean;
}

interface Row extends LoadError {
  /** Matches the error's name. */
  names: RegExp;
}

/** The first row that matches counts. The names are those of Chromium's net/base/net_error_list.h. */
const ROWS: readonly Row[] = [
  {
    names: /^ERR_(?:INTERNET_DISCONNECTED|NETWORK_IO_SUSPENDED|NETWORK_ACCESS_DENIED)$/,
    title: 'The computer is offline',
    words: 'There is no network connection, or it is not allowed to be used.',
    retryable: true,
  },
  {
    names: /^ERR_NETWORK_CHANGED$/,
    title: 'The network changed during loading',
    words: 'The computer moved to another network while the page was loading.',
    retryable: true,
  },
  {
    names: /TIMED_OUT/,
    title: 'The server took too long to answer',
    words: 'No answer came in time. The network may be slow, or the server busy.',
    retryable: true,
  },
  {
    names: /PROXY|TUNNEL|SOCKS|^ERR_PAC_/,
    title: 'The proxy cannot be used',
    words: 'This network reaches the outside through a proxy, and the proxy did not pass the request on.',
    retryable: true,
  },
  {
    names: /^ERR_(?:NAME_|DNS_|ICANN_)/,
    title: 'The server was not found',
    words: "The server's name could not be looked up. The network may be down, or the name wrong.",
    retryable: true,
  },
  {
    names: /^ERR_CONNECTION_REFUSED$/,
    title: 'The server refused the connection',
    words: 'The computer where the server should be was reached, but no server takes connections there.',
    retryable: true,
  },
  {
    names: /^ERR_ADDRESS_/,
    title: 'The server cannot be reached',
    words: 'The network has no way to the server.',
    retryable: true,
  },
  {
    // Also what a network that first wants a login shows: it ends when the person has logged in.
    names: /CERT|PINNED/,
    title: 'The server could not prove who it is',
    words:
      'Its certificate is not valid. Check the clock of this computer, and whether the network wants a login first.',
    retryable: true,
  },
  {
    names: /SSL|TLS|EARLY_DATA/,
    title: 'A secure connection was not possible',
    words: 'The server and this app could not agree on a safe way to talk.',
    retryable: true,
  },
  {
    names: /^ERR_(?:CONNECTION_|SOCKET_|EMPTY_RESPONSE|HTTP2_|QUIC_|INCOMPLETE_|CONTENT_LENGTH_)/,
    title: 'The connection was lost',
    words: 'The connection to the server broke off before the answer was complete.',
    retryable: true,
  },
  {
    names: /^ERR_(?:FILE_|ACCESS_DENIED|CACHE_)/,
    title: 'A file could not be read',
    words: 'A file that the page needs is missing or not readable. Installing the app again may help.',
    retryable: true,
  },
  {
    names: /^ERR_(?:BLOCKED_|CLEARTEXT_|UNSAFE_)/,
    title: 'The page was blocked',
    words: 'A rule of this app, this computer or the server does not allow this page.',
    retryable: false,
  },
  {
    names:
      /^ERR_(?:INVALID_URL|INVALID_REDIRECT|DISALLOWED_URL_SCHEME|UNKNOWN_URL_SCHEME|TOO_MANY_REDIRECTS)$/,
    title: 'The address cannot be opened',
    words: 'The address of this page leads nowhere that this app can open.',
    retryable: false,
  },
];

const OTHER: LoadError = {
  title: 'The page could not be loaded',
  words: 'Loading the page failed.',
  retryable: true,
};

/** The words for an error name such as `ERR_CONNECTION_REFUSED`; general ones for a name that has none. */
export function loadError(name: string): LoadError {
  return ROWS.find((row) => row.names.test(name)) ?? OTHER;
}
