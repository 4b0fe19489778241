/** Chromium's network errors by name, from its net_error_list.h: what `did-fail-load` and `loadURL` give as numbers. */
const CODES: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_INVALID_ARGUMENT: -4,
  ERR_FILE_NOT_FOUND: -6,
  ERR_TIMED_OUT: -7,
  ERR_UNEXPECTED: -9,
  ERR_ACCESS_DENIED: -10,
  ERR_CONNECTION_CLOSED: -100,
  ERR_CONNECTION_RESET: -101,
  ERR_CONNECTION_REFUSED: -102,
  ERR_CONNECTION_ABORTED: -103,
  ERR_CONNECTION_FAILED: -104,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INTERNET_DISCONNECTED: -106,
  ERR_SSL_PROTOCOL_ERROR: -107,
  ERR_ADDRESS_INVALID: -108,
  ERR_ADDRESS_UNREACHABLE: -109,
  ERR_CONNECTION_TIMED_OUT: -118,
  ERR_NAME_RESOLUTION_FAILED: -137,
  ERR_NETWORK_ACCESS_DENIED: -138,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_NETWORK_CHANGED: -21,
  ERR_BLOCKED_BY_RESPONSE: -27,
  ERR_BLOCKED_BY_CSP: -30,
  ERR_CERT_COMMON_NAME_INVALID: -200,
  ERR_CERT_DATE_INVALID: -201,
  ERR_CERT_AUTHORITY_INVALID: -202,
  ERR_INVALID_URL: -300,
  ERR_DISALLOWED_URL_SCHEME: -301,
  ERR_UNKNOWN_URL_SCHEME: -302,
  ERR_TOO_MANY_REDIRECTS: -310,
  ERR_UNSAFE_REDIRECT: -311,
  ERR_INVALID_REDIRECT: -303,
  ERR_UNSAFE_PORT: -312,
  ERR_INVALID_RESPONSE: -320,
  ERR_EMPTY_RESPONSE: -324,
  ERR_CONTENT_LENGTH_MISMATCH: -354,
  ERR_INCOMPLETE_CHUNKED_ENCODING: -355,
  ERR_INVALID_HTTP_RESPONSE: -370,
  ERR_HTTP_RESPONSE_CODE_FAILURE: -379,
};

/**
 * Splits Chromium's error text (`net::ERR_…`) into Electron's name and number.
 * Throws for a name that is not in the table: a wrong number would be worse than none.
 */
export function netError(text: string): { name: string; code: number } {
  const name = text.replace(/^net::/, '');
  const code = CODES[name];
  if (code === undefined) throw new Error(`stand-in: no number is known for the network error ${text}`);
  return { name, code };
}

/** Chromium's names for Node's network errors. */
const OF_NODE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ECONNABORTED: 'ERR_CONNECTION_ABORTED',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EPIPE: 'ERR_CONNECTION_RESET',
  HPE_INVALID_CONSTANT: 'ERR_INVALID_HTTP_RESPONSE',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
};

/** A network error of Node in the words of Electron's `net`; the original is its cause. */
export function nodeError(error: NodeJS.ErrnoException): Error {
  // The server closed the connection instead of answering.
  const isEmpty = error.message === 'socket hang up';
  const name = isEmpty ? 'ERR_EMPTY_RESPONSE' : (OF_NODE[error.code ?? ''] ?? 'ERR_FAILED');
  return new Error(`net::${name}`, { cause: error });
}
