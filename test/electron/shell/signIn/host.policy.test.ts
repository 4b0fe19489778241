import { expect, it } from 'vitest';
import { hostOfSignIn } from '../../../../electron/shell/signIn/host.policy.ts';

const SETTINGS = { origin: 'https://shop.example.com', signInHosts: ['https://id.example.com'] };

it.each([
  // The server is named: OAuth, a way back that is encoded twice, CAS, a proxy's sign-in, WS-Federation, a path.
  ['https://id.test/authorize?redirect_uri=https%3A%2F%2Fshop.example.com%2Fback', 'id.test'],
  ['https://a.test/?continue=https%3A%2F%2Fid.test%2F%3Fto%3Dhttps%253A%252F%252Fshop.example.com', 'a.test'],
  ['https://cas.test:8443/login?service=https://shop.example.com:443/', 'cas.test:8443'],
  ['https://auth.test/?rd=https%3A%2F%2Fshop.example.com%2F&rm=GET', 'auth.test'],
  ['https://adfs.test/ls/?wa=wsignin1.0&wtrealm=https%3a%2f%2fshop.example.com', 'adfs.test'],
  ['https://access.test/login/shop.example.com?kid=1&redirect_url=%2F', 'access.test'],
  // So is a host of the same sign-in.
  ['https://upstream.test/auth?redirect_uri=https%3A%2F%2Fid.example.com%2Fbroker', 'upstream.test'],
  // It need not be named.
  ['https://code.test/login/oauth/authorize?client_id=1&state=2', 'code.test'],
  ['https://saml.test/sso?SAMLRequest=fVL%2B&RelayState=x', 'saml.test'],
  // Letters that look like others.
  ['https://gооgle.com/?client_id=1', 'xn--ggle-55da.com'],
  // No sign-in, or another server that is named.
  ['https://elsewhere.test/', undefined],
  ['https://elsewhere.test/?next=https%3A%2F%2Fmyshop.example.com%2F', undefined],
  ['https://elsewhere.test/?next=https%3A%2F%2Fshop.example.com.evil.test%2F', undefined],
  ['https://elsewhere.test/#redirect_uri=https://shop.example.com/', undefined],
  // Readable on the way, another scheme, or this computer.
  ['http://id.test/?client_id=1', undefined],
  ['https://localhost:8443/?client_id=1', undefined],
  ['http://127.0.0.1:8080/?client_id=1', undefined],
  ['app://shell/?client_id=1', undefined],
  ['shop://open/?client_id=1', undefined],
  ['file:///etc/passwd?client_id=1', undefined],
  // What a dialog would show badly.
  ['https://accounts.google.com@evil.test/?client_id=1', undefined],
  [`https://accounts.google.com.${'a'.repeat(63)}.evil.shop.example.com/?client_id=1`, undefined],
])('the user of a typed server is asked about %s: %s', (address, host) => {
  expect(hostOfSignIn(address, SETTINGS)).toBe(host);
});
