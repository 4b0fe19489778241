import { describe, expect, it } from 'vitest';
import { hostRules, isPrivate } from '../../../electron/settings/hosts.ts';

describe('private addresses', () => {
  it.each(
    `127.0.0.1 127.255.255.255 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 0.0.0.0
    100.64.0.1 192.0.2.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 fd12:3456::1
    ff02::1 ::ffff:10.0.0.1 ::ffff:a00:1 64:ff9b::a00:1 2002:a00:1:: 2001::1 2001:db8::1 100::1`.split(/\s+/),
  )('%s is one', (address) => {
    expect(isPrivate(address)).toBe(true);
  });

  it.each('8.8.8.8 1.1.1.1 172.15.0.1 172.32.0.1 100.128.0.1 2606:4700::1111 2a00:1450::1'.split(' '))(
    '%s is none',
    (address) => {
      expect(isPrivate(address)).toBe(false);
    },
  );

  it('are recognised in each spelling that the URL parser accepts', () => {
    const { isAllowedAddress } = hostRules([]);
    for (const text of ['127.1', '0x7f.1', '2130706433', '0177.0.0.1', '[::ffff:127.0.0.1]', '[0:0::1]']) {
      expect(isAllowedAddress(new URL(`http://${text}/`).hostname.replace(/[[\]]/g, ''))).toBe(false);
    }
  });
});

describe('the list of hosts', () => {
  const rules = hostRules([
    'cdn.example.com',
    '*.example.org',
    '**.example.net',
    '10.1.0.0/16',
    '192.168.0.7',
    'fd00::/8',
    'localhost',
  ]);
  const isListed = (url: string) => rules.isListed(new URL(url));

  it('has its names, at any port, and those below a starred name', () => {
    for (const url of [
      ...`https://cdn.example.com/a http://CDN.example.com:8080/ https://cdn.example.com./
        https://a.example.org/ https://a.example.net/ https://a.b.example.net/ http://10.1.2.3/
        http://192.168.0.7/ http://[fd00::1]/ http://localhost/`.split(/\s+/),
    ]) {
      expect([url, isListed(url)]).toEqual([url, true]);
    }
  });

  it('has nothing else', () => {
    for (const url of [
      'https://example.com/',
      'https://evil-cdn.example.com/',
      'https://cdn.example.com.evil.net/',
      'https://example.org/',
      'https://badexample.org/',
      // One star is one label, as in the framework.
      'https://a.b.example.org/',
      'https://example.net/',
      'https://badexample.net/',
      'http://10.2.0.1/',
      'http://192.168.0.8/',
      'http://[::1]/',
      'https://cdn.example.com@evil.net/',
    ]) {
      expect([url, isListed(url)]).toEqual([url, false]);
    }
  });

  it('allows public addresses, and of private ones those that are listed', () => {
    for (const address of ['8.8.8.8', '10.1.2.3', '192.168.0.7', 'fd00::1']) {
      expect([address, rules.isAllowedAddress(address)]).toEqual([address, true]);
    }
    // A name in the list says nothing of where it leads.
    for (const address of ['127.0.0.1', '10.2.0.1', '169.254.169.254', '::1']) {
      expect([address, rules.isAllowedAddress(address)]).toEqual([address, false]);
    }
  });

  it.each(['', 'https://cdn.example.com', 'a b', '*', '*.', '***.a', 'a..b', 'cdn.example.com/path'])(
    'refuses %j',
    (host) => {
      expect(() => hostRules([host])).toThrow(`"${host}" is no host for images`);
    },
  );
});
