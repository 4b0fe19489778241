import { describe, expect, it } from 'vitest';
import { chromiumArguments, chromiumSwitches } from '../../../../electron/dev/standin/switches.ts';

const count = (args: string[], name: string) => args.filter((arg) => arg.startsWith(`--${name}=`)).length;

describe('Chromium’s command line', () => {
  it('is given the app’s switches that are Chromium’s, and none of the others', () => {
    const given = [
      '--lang=de',
      '--remote-debugging-port=0',
      '--user-data-dir=/x',
      '--offline',
      'app://x/',
      '--no-sandbox',
    ];
    expect(chromiumSwitches(given)).toEqual(['--lang=de', '--remote-debugging-port=0', '--no-sandbox']);
  });

  it('lists features and host rules once, the app’s behind its own: Chromium reads the last list only', () => {
    const args = chromiumArguments(
      '/profile',
      [
        '--enable-features=A',
        '--disable-features=B',
        '--enable-features=C',
        '--host-resolver-rules=MAP d 127.0.0.1',
      ],
      true,
    );
    expect(args).toContain('--enable-features=A,C');
    expect(args.filter((arg) => /^--disable-features=.*,B$/.test(arg))).toHaveLength(1);
    expect(args.filter((arg) => /^--host-resolver-rules=.*,MAP d 127\.0\.0\.1$/.test(arg))).toHaveLength(1);
    for (const name of ['enable-features', 'disable-features', 'host-resolver-rules', 'user-data-dir'])
      expect(count(args, name)).toBe(1);
  });

  it('asks for no window where there is a screen', () => {
    expect(chromiumArguments('/profile', [], false)).not.toContain('--headless');
    expect(chromiumArguments('/profile', [], true)).toContain('--headless');
  });
});
