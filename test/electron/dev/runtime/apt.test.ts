import { describe, expect, it } from 'vitest';
import { aptIsHere } from '../../../../electron/dev/runtime/apt.ts';

const debian = 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n';

describe('Chromium is installed by the package manager', () => {
  it('as root on Debian and Ubuntu', () => {
    expect(aptIsHere(0, debian, true)).toBe(true);
    expect(aptIsHere(0, 'NAME="Ubuntu"\nID="ubuntu"\nID_LIKE=debian\n', true)).toBe(true);
  });

  it('by nobody else, nowhere else, and not without apt-get', () => {
    expect(aptIsHere(1000, debian, true)).toBe(false);
    expect(aptIsHere(undefined, '', false)).toBe(false);
    expect(aptIsHere(0, 'ID=fedora\n', true)).toBe(false);
    expect(aptIsHere(0, 'ID=mint\nVERSION_ID=debian\n', true)).toBe(false);
    expect(aptIsHere(0, debian, false)).toBe(false);
  });
});
