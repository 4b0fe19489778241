import { describe, expect, it } from 'vitest';
import { explain, Failure, messageOf } from '../../../../electron/dev/setup/failure.mjs';

describe('a failure', () => {
  it.each([
    ['ENOTFOUND', /registry cannot be reached/, /npm config set registry/],
    ['ECONNREFUSED', /registry cannot be reached/, /npm config set registry/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /registry cannot be reached/, /npm config set registry/],
    ['E503', /registry cannot be reached/, /npm config set registry/],
    ['E401', /refused/, /npm login/],
    ['E404', /does not hold/, /npm config set registry/],
    ['ENOSPC', /disk is full/, /Free/],
    ['EROFS', /must not be written/, /write/],
    ['EUSAGE', /do not belong together/, /git checkout package\.json package-lock\.json/],
    ['EINTEGRITY', /damaged/, /npm cache clean/],
    [undefined, /npm ci failed/, /run the same command again/],
  ])('with the code %s says what was wrong and what to do, in two to four lines', (code, what, todo) => {
    const lines = explain(code, 'npm ci', 'the reason').message.split('\n');
    expect(lines[0]).toMatch(what);
    expect(lines.join('\n')).toContain('the reason');
    expect(lines.at(-1)).toMatch(todo);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.length).toBeLessThanOrEqual(4);
  });

  it('of the file system is explained without a stack', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(messageOf(error)).toContain('The disk is full.');
    expect(messageOf(error)).not.toMatch(/^\s+at /m);
  });

  it('that has its message is shown as it is', () => {
    expect(messageOf(new Failure('This.', 'Do that.'))).toBe('This.\nDo that.');
  });
});
