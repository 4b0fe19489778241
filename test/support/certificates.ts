/** A user's certificates on Linux, where Chromium reads them: an NSS database in a home folder. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A home folder that trusts an authority and holds its certificate for `Ann Example`. */
export function makeHome() {
  const home = mkdtempSync(join(tmpdir(), 'holdfast-home-'));
  const [authority, person] = [join(home, 'authority'), join(home, '.pki', 'nssdb')];
  const noise = join(home, 'noise');
  writeFileSync(noise, crypto.getRandomValues(new Uint8Array(64)));
  writeFileSync(join(home, 'answers'), 'y\n\ny\n');
  const run = (program: 'certutil' | 'pk12util', folder: string, ...args: string[]) => {
    // Most end without reading their input, which breaks the pipe.
    const answers = openSync(join(home, 'answers'), 'r');
    try {
      return execFileSync(program, [...args, '-d', `sql:${folder}`], { stdio: [answers, 'pipe', 'pipe'] });
    } finally {
      closeSync(answers);
    }
  };
  const make = (name: string, subject: string, number: number, ...more: string[]) => {
    const known = ['-S', '-n', name, '-s', `CN=${subject}`, '-m', `${number}`, '-z', noise];
    run('certutil', authority, ...known, '-k', 'ec', '-q', 'nistp256', ...more);
  };
  const exported = (name: string) => {
    run('pk12util', authority, '-o', join(home, name), '-n', name, '-W', '', '-K', '');
    return join(home, name);
  };
  for (const folder of [authority, person]) {
    mkdirSync(folder, { recursive: true });
    run('certutil', folder, '-N', '--empty-password');
  }
  const byAuthority = ['-c', 'ca', '-t', ',,'];
  make('ca', 'Test CA', 1, '-x', '-t', 'TC,,', '-v', '12', '-2');
  make('ann', 'Ann Example', 2, '-v', '12', ...byAuthority);
  const ca = run('certutil', authority, '-L', '-n', 'ca', '-a');
  writeFileSync(join(home, 'ca'), ca);
  run('certutil', person, '-A', '-n', 'ca', '-t', 'C,,', '-i', join(home, 'ca'));
  run('pk12util', person, '-i', exported('ann'), '-W', '', '-K', '');
  let number = 3;
  return {
    home,
    /** Key and certificate for an https server at 127.0.0.1. `expired`: since a month ago. */
    serverOptions(name: 'valid' | 'expired') {
      const file = join(home, name);
      if (!existsSync(file)) {
        // Months from now.
        const time = name === 'valid' ? ['-v', '12'] : ['-w', '-3', '-v', '2'];
        make(name, '127.0.0.1', number++, ...time, '--extSAN', 'ip:127.0.0.1', ...byAuthority);
        exported(name);
      }
      return { pfx: readFileSync(file), passphrase: '', ca };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
