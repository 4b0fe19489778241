import { expect, it } from 'vitest';
import { isDocument, withPolicies } from '../../../../electron/shell/window/foreignFrames.policy.ts';

const HTML = 'text/html; charset=utf-8';

it.each<[boolean, string, number, Record<string, string[]>]>([
  [true, 'mainFrame', 200, { 'Content-Type': [HTML] }],
  [true, 'subFrame', 404, { 'content-type': ['image/svg+xml'] }],
  [true, 'object', 200, {}],
  [false, 'xhr', 200, { 'Content-Type': [HTML] }],
  [false, 'mainFrame', 204, { 'Content-Type': [HTML] }],
  [false, 'mainFrame', 205, { 'Content-Type': [HTML] }],
  [false, 'mainFrame', 302, { 'Content-Type': [HTML], Location: ['/x'] }],
  [true, 'mainFrame', 302, { 'Content-Type': [HTML], Location: [''] }],
  [true, 'mainFrame', 200, { 'Content-Type': ['image/png'], Refresh: ['0; url=data:text/html,x'] }],
  [false, 'mainFrame', 200, { 'Content-Type': [HTML], 'Content-Disposition': ['attachment; filename=x'] }],
  [true, 'mainFrame', 200, { 'Content-Type': [HTML], 'Content-Disposition': ['attachment', 'inline'] }],
  [false, 'mainFrame', 200, { 'Content-Type': ['application/pdf'] }],
  [true, 'mainFrame', 200, { 'Content-Type': ['image/png', HTML] }],
  [true, 'mainFrame', 200, { 'Content-Type': ['image'] }],
])('%s: it can run scripts if it is shown: %s %i %j', (is, resourceType, statusCode, responseHeaders) => {
  expect(isDocument({ resourceType: resourceType as 'mainFrame', statusCode, responseHeaders })).toBe(is);
});

it.each(['content-security-policy', 'Content-Security-Policy'])('replaces what stands under %s', (name) => {
  const responseHeaders = { 'Content-Type': [HTML], [name]: ['one'] };
  expect(withPolicies({ responseHeaders }, (given) => [...given, 'another'])).toEqual({
    responseHeaders: { 'Content-Type': [HTML], 'content-security-policy': ['one', 'another'] },
  });
});
