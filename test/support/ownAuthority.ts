/** On Linux: a home folder whose user trusts an authority of the tests, and has a certificate of it. Needs `certutil`. */
import { execFileSync } from 'node:child_process';
import { createPublicKey, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileFolder } from '../electron/testFolder.ts';
import { certify, type Issuer, newKey, selfSigned } from './selfSigned.ts';

const PUBLIC_KEY = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
const PUBLIC_KEY_SIZE = 91;

/** A home folder that trusts an authority and holds its certificate for `Ann Example`. */
export function makeHome() {
  const home = fileFolder('home');
  const database = join(home, '.pki', 'nssdb');
  const [noise, file] = [join(home, 'noise'), join(home, 'file')];
  mkdirSync(database, { recursive: true });
  writeFileSync(noise, randomBytes(64));
  const run = (...args: string[]) =>
    execFileSync('certutil', [...args, '-d', `sql:${database}`], { stdio: ['ignore', 'pipe', 'pipe'] });
  const add = (name: string, trust: string, certificate: string) => {
    writeFileSync(file, certificate);
    run('-A', '-n', name, '-t', trust, '-i', file);
  };

  const { privateKey, publicKey } = newKey();
  const authority: Issuer = { commonName: 'Test CA', privateKey };
  const ca = certify(authority.commonName, publicKey, authority, { isAuthority: true });
  run('-N', '--empty-password');
  add('ca', 'C,,', ca);
  // Made in the database: to export a key and import it takes far longer.
  run('-R', '-s', 'CN=Ann Example', '-k', 'ec', '-q', 'nistp256', '-z', noise, '-o', file);
  const request = readFileSync(file);
  const at = request.indexOf(PUBLIC_KEY);
  const key = request.subarray(at, at + PUBLIC_KEY_SIZE);
  add('ann', ',,', certify('Ann Example', createPublicKey({ key, format: 'der', type: 'spki' }), authority));
  return {
    home,
    /** Key and certificate for an https server at 127.0.0.1. `expired`: since a month ago. */
    serverOptions: (name: 'valid' | 'expired') => ({
      ...selfSigned('127.0.0.1', authority, name === 'expired' ? [-90, -30] : undefined),
      ca,
    }),
  };
}
