import { describe, expect, it } from 'vitest';
import { Origins } from '../../../../electron/common/origins.ts';
import { navigationVerdict, schemeVerdict } from '../../../../electron/shell/window/externalLinks.policy.ts';

describe('the scheme of a link', () => {
  it.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['HTTPS://Example.com', 'https://example.com/'],
    ['mailto:a@example.com?subject=x&body=y', 'mailto:a@example.com?subject=x&body=y'],
    ['tel:+49-30-1234', 'tel:+49-30-1234'],
    // A mail link is rebuilt.
    ['mailto:?To=a@example.com&cc=b@example.com', 'mailto:a@example.com?cc=b@example.com'],
    ['mailto:a+b@x.example,%20c@x.example?subject=a+b', 'mailto:a%2Bb@x.example,c@x.example?subject=a%2Bb'],
    ['mailto:?subject=1&subject=%C3%BC, 100% "so"&body=', 'mailto:?subject=%C3%BC%2C%20100%25%20%22so%22'],
    ['mailto:?body=a%0D%0Ab', 'mailto:?body=a%0D%0Ab'],
    ["mailto:?subject=Hi,attachment='/etc/x'", 'mailto:?subject=Hi%2Cattachment%3D%27%2Fetc%2Fx%27'],
    ["mailto:?subject='(!*~)", 'mailto:?subject=%27%28%21%2A~%29'],
    ['mailto:?in-reply-to=%3C1@example.com%3E', 'mailto:?in-reply-to=%3C1%40example.com%3E'],
  ])('%s is opened', (address, open) => {
    expect(schemeVerdict(address)).toEqual({ open });
  });

  it.each([
    ['javascript:alert(1)', 'javascript:'],
    ['file:///etc/passwd', 'file:'],
    ['ms-msdt:/id', 'ms-msdt:'],
    ['app://shell/', 'app:'],
    ['holdfast://open/', 'holdfast:'],
    ['mailto:a@example.com?attach=/etc/passwd', 'attach'],
    ['mailto:a@example.com?Attachment=/etc/passwd', 'attachment'],
    ['mailto:a%27,attachment=%27/etc/passwd@example.com', 'unusual'],
    ["mailto:?cc=a'b@example.com", 'unusual'],
    ['mailto:a\\x27@example.com', 'unusual'],
    ['mailto:?bcc=a%0Ab@example.com', 'unusual'],
    ['mailto:%22a b%22@example.com', 'unusual'],
    ['mailto:a@example.com?subject=x%0Aattach=y', 'unusual'],
    ['mailto:a@example.com?%61ttach=/etc/passwd', 'attach'],
    ['nonsense', 'invalid'],
    ['', 'invalid'],
  ])('%s is refused: %s', (address, why) => {
    expect(schemeVerdict(address)).toEqual({ refused: expect.stringContaining(why) });
  });
});

describe('an address that a page navigates to', () => {
  const { ownerOf } = new Origins();
  it.each([
    ['app://shell/', 'app'],
    ['https://example.com/', 'external'],
    ['mailto:a@example.com', 'external'],
    ['app://shell.evil/', 'denied'],
    ['app://shell:80/', 'denied'],
    ['file:///etc/passwd', 'denied'],
    ['javascript:alert(1)', 'denied'],
    ['blob:app://shell/x', 'denied'],
    ['/x', 'denied'],
  ])('%j: %s', (address, verdict) => {
    expect(navigationVerdict(address, ownerOf(address))).toBe(verdict);
  });
});
