import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hasHelper, hasUserNamespaces, whyUnsandboxed } from '../../../../electron/tool/setup/linuxNeeds.ts';
import { lacks } from '../../../support/lacks.ts';
import { testFolder } from '../../testFolder.ts';

describe.skipIf(lacks('/proc'))('the sandbox', () => {
  const module = join(import.meta.dirname, '../../../../electron/tool/setup/linuxNeeds.ts');
  const asked = `import('${module}').then(({ hasUserNamespaces }) => console.log(hasUserNamespaces()))`;
  const askedWith = (most: number) => {
    const inside = `echo ${most} > /proc/sys/user/max_user_namespaces && exec "$0" -e "$1"`;
    return String(execFileSync('unshare', ['-Ur', 'sh', '-c', inside, process.execPath, asked]));
  };

  it.runIf(hasUserNamespaces())('needs nested namespaces', () => {
    expect(askedWith(0)).toBe('false\n');
    expect(askedWith(1)).toBe('false\n');
    expect(askedWith(100)).toBe('true\n');
  });

  it.runIf(process.getuid?.() === 0)("needs only a helper that is root's and setuid", () => {
    const program = join(testFolder(), 'electron');
    const helper = join(program, '../chrome-sandbox');
    const has = (uid: number, mode: number) => {
      chownSync(helper, uid, 0);
      chmodSync(helper, mode);
      return hasHelper(program);
    };
    expect(hasHelper(program)).toBe(false);
    writeFileSync(helper, '');
    expect([has(0, 0o755), has(1000, 0o4755), has(0, 0o4700), has(0, 0o4755)]).toEqual([
      ...[false, false, false, true],
    ]);
    using _user = vi.spyOn(process, 'getuid').mockReturnValue(1000);
    expect(whyUnsandboxed(program)).toBeUndefined();
  });
});
