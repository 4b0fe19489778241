import { describe, expect, it } from 'vitest';
import { netError, nodeError } from '../../../../electron/dev/standin/netErrors.ts';

describe('an error of Chromium', () => {
  it.each([
    ['net::ERR_FAILED', -2],
    ['net::ERR_ABORTED', -3],
    ['net::ERR_CONNECTION_REFUSED', -102],
    ['net::ERR_NAME_NOT_RESOLVED', -105],
    ['net::ERR_UNEXPECTED', -9],
    ['net::ERR_CERT_AUTHORITY_INVALID', -202],
  ])('%s has the number %i', (text, code) => {
    expect(netError(text)).toEqual({ name: text.slice(5), code });
  });

  it('without a known number is not given one', () => {
    expect(() => netError('net::ERR_OF_NOBODY')).toThrow('net::ERR_OF_NOBODY');
  });
});

describe('an error of Node', () => {
  it.each([
    ['ECONNREFUSED', 'net::ERR_CONNECTION_REFUSED'],
    ['ENOTFOUND', 'net::ERR_NAME_NOT_RESOLVED'],
    ['CERT_HAS_EXPIRED', 'net::ERR_CERT_DATE_INVALID'],
    ['EWHATEVER', 'net::ERR_FAILED'],
  ])('%s is %s in the words of Electron’s net, with its cause', (code, message) => {
    const cause = Object.assign(new Error('from Node'), { code });
    expect(nodeError(cause)).toMatchObject({ message, cause });
  });

  it('that an answer never began is an empty response', () => {
    const error = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    expect(nodeError(error).message).toBe('net::ERR_EMPTY_RESPONSE');
  });
});
