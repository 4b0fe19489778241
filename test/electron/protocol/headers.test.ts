import { describe, expect, it } from 'vitest';
import { securityHeaders } from '../../../electron/protocol/headers.ts';

describe('the content security policy', () => {
  const policy = securityHeaders(["'sha256-a='", "'sha256-b='"])['Content-Security-Policy'] ?? '';
  const directives = new Map(
    policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]),
  );

  it('refuses what it does not name', () => {
    expect(directives.get('default-src')).toEqual(["'none'"]);
  });

  it('allows inline styles by their hashes only', () => {
    expect(directives.get('style-src')).toEqual(['app://shell/assets/', "'sha256-a='", "'sha256-b='"]);
  });

  it('lets a form post to the app, which answers 405', () => {
    expect(directives.get('form-action')).toEqual(["'self'"]);
  });

  it('names the two rules that default-src does not cover', () => {
    expect(directives.get('base-uri')).toEqual(["'none'"]);
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
  });

  it('allows nothing unsafe, no data and no blob addresses, and no host', () => {
    expect(policy).not.toMatch(/unsafe|data:|blob:|https?:|\*/);
  });
});
