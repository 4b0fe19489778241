/** Handlers of a scheme, against docs/api/protocol.md, net.md and session.md. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario, type Told } from './scenario.ts';

let told: Told;
beforeAll(async () => {
  told = await runScenario('protocol');
});

describe('a scheme', () => {
  it('is registered before the app is ready, with a list (protocol.registerSchemesAsPrivileged)', () => {
    expect(told.of('late')).toBe(
      'Error: protocol.registerSchemesAsPrivileged should be called before app is ready',
    );
    expect(told.of('no list')).toContain('Argument must be an array of custom schemes.');
    expect(told.of('code cache')).toContain('Code cache can only be enabled when the custom scheme');
  });

  it('is handled when the app is ready, and once (protocol.handle, isProtocolHandled)', () => {
    expect(told.of('handle before ready')).toBe('TypeError: Session can only be received when app is ready');
    expect(told.of('session before ready')).toBe('TypeError: Session can only be received when app is ready');
    expect(told.of('fetch before ready')).toBe(true);
    expect([told.of('handled before'), told.of('handled')]).toEqual([false, true]);
    expect(told.of('twice')).toBe('Error: Failed to register protocol: app');
  });

  it('is handled no longer, and can be again (protocol.unhandle)', () => {
    expect(told.of('unhandled')).toEqual({
      handled: false,
      again: 'Error: Failed to unhandle protocol: app',
    });
    expect(told.of('again')).toBe('again');
  });
});

describe('a handler', () => {
  it('is given the request: address, method, headers, body (protocol.handle)', () => {
    expect(told.of('first')).toMatchObject({
      url: expect.stringMatching(/^app:\/\/fixture\/start\?a=b/),
      method: 'GET',
      body: '',
    });
    expect(told.of('post')).toEqual({
      method: 'POST',
      body: 'text of the body',
      own: '1',
      origin: 'app://fixture',
    });
    expect(told.of('large')).toBe(3_000_000);
    expect(told.of('head')).toBe('HEAD');
    expect(told.of('form')).toEqual({
      method: 'POST',
      body: 'a=b',
      type: 'application/x-www-form-urlencoded',
    });
  });

  it('answers workers too, and is not asked for an icon that nobody named', () => {
    expect(told.of('worker')).toBe('done');
    expect(told.of('by worker')).toBe('GET');
    expect(told.of('icon')).toBe(false);
  });

  it('answers with status, headers and redirects; what is no Response fails (protocol.handle)', () => {
    expect(told.of('words')).toEqual({ status: 404, ok: false });
    expect(told.of('headers')).toBe('yes');
    expect(told.of('moved')).toEqual({ redirected: true, path: '/there' });
    expect(told.of('none')).toBe('TypeError');
  });

  it('is not asked again for a page that was posted (contents.reload)', () => {
    expect(told.of('reloaded post')).toBe(0);
  });

  it('answers net.fetch, unless it is passed over; net.request knows only http (net.fetch)', () => {
    expect(told.of('net')).toEqual([200, true]);
    expect(told.of('by main')).toEqual({ method: 'PUT', body: 'main' });
    expect(told.of('net.request')).toBe('Error: ClientRequest only supports http: and https: protocols');
    expect(told.of('bypassed')).toContain('net::ERR_');
  });

  it('has no service workers unless the scheme has (CustomScheme.privileges)', () => {
    expect(told.of('registered')).not.toBe('registered');
  });
});

it('permissions are those that the handlers give (session.setPermissionRequestHandler, …CheckHandler)', () => {
  expect(told.of('denied')).toBe(1);
  expect(told.of('denied at once')).toBe('denied');
  expect(told.of('asked')).toBe(true);
});
