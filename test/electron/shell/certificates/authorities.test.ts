/** Whom an own authority vouches for, and whom it does not. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { readAuthorities } from '../../../../electron/shell/certificates/authorities.ts';
import { findElectron } from '../../../../electron/tool/setup/electron.ts';
import { certify, extension, newKey } from '../../../support/selfSigned.ts';
import { testFolder } from '../../testFolder.ts';

vi.mock('electron', () => ({ app: {}, session: {} }));

type Keys = { privateKey: KeyObject; publicKey: KeyObject };
type Options = Parameters<typeof certify>[3];
const [root, between, leaf, thief] = Array.from({ length: 4 }, newKey) as [Keys, Keys, Keys, Keys];
const made = (name: string, { publicKey }: Keys, by: string, { privateKey }: Keys, options?: Options) =>
  new X509Certificate(certify(name, publicKey, { commonName: by, privateKey }, options));
const CA = { isAuthority: true };
const own = (options: Options) => made('Wiki', leaf, 'Company', root, options);
const branchWith = (options: Options) => made('Branch', between, 'Company', root, { ...CA, ...options });
const named = (...names: string[]) => own({ names });
const usage = (last: string) => extension('551d25', `300a06082b060105050703${last}`);
const NO_SIGNER = extension('551d0f', '03020780', true);
const CONSTRAINED = extension('551d1e', '3000', true);
const UNKNOWN = ['2a030405', '0500'] as const;

const company = made('Company', root, 'Company', root, CA);
const branch = branchWith({});
const lone = made('Company', root, 'Company', root, { length: 0, ...CA });
const ofOther = made('Branch', between, 'Other', thief, CA);
const ofBranch = made('Wiki', leaf, 'Branch', between);
const itself = made('Wiki', leaf, 'Wiki', leaf);
const oldOne = made('Wiki', leaf, 'Wiki', leaf, { isOld: true });
const ofOldOne = made('Bank', thief, 'Wiki', leaf);

// RSA-PSS whose digest of the content is SHA-1, and SHA-2 only that of its mask.
const digests = { hashAlgorithm: 'sha1', mgf1HashAlgorithm: 'sha256' };
const weak = generateKeyPairSync('rsa-pss', { modulusLength: 2048, ...digests });
const scheme = weak.publicKey.export({ type: 'spki', format: 'der' }).subarray(4, 49);
const weakRoot = made('Weak', weak, 'Weak', weak, { ...CA, scheme, digest: 'sha1' });
const ofWeak = made('Wiki', leaf, 'Weak', weak, { scheme, digest: 'sha1' });

/** What a chain is called, whether the company vouches for it, and the host if it is not 127.0.0.1. */
const chains: [string, boolean, X509Certificate[], string?, X509Certificate?][] = [
  ['of the authority', true, [own({})]],
  ['of one below it', true, [ofBranch, branch]],
  ['of one below it that the server does not send', false, [ofBranch]],
  ['of one below it that strangers vouch for, too', true, [ofBranch, ofOther, branch]],
  ['at another address', false, [own({})], '127.0.0.2'],
  ['at a name', false, [own({})], 'localhost'],
  ['of nobody', false, []],
  ['of itself', false, [itself]],
  ['of an authority that calls itself the same', false, [made('Wiki', leaf, 'Company', thief)]],
  ['that sends the authority', false, [made('Wiki', leaf, 'Company', thief), company]],
  ['of a server of the authority, which is none itself', false, [ofOldOne, own({})]],
  ['that is over', false, [own({ days: [-9, -1] })]],
  ['that has not begun', false, [own({ days: [1, 9] })]],
  ['of one below it that is over', false, [ofBranch, branchWith({ days: [-9, -1] })]],
  [
    'of one below it whose names are constrained',
    false,
    [ofBranch, branchWith({ extensions: [CONSTRAINED] })],
  ],
  ['of one below it that may sign none', false, [ofBranch, branchWith({ extensions: [NO_SIGNER] })]],
  ['of one below it for other purposes', false, [ofBranch, branchWith({ extensions: [usage('02')] })]],
  ['of one below an authority that may have none', false, [ofBranch, branch], undefined, lone],
  ['for servers', true, [own({ extensions: [usage('01')] })]],
  ['for clients', false, [own({ extensions: [usage('02')] })]],
  ['with two lists of purposes', false, [own({ extensions: [usage('01'), usage('02')] })]],
  ['with something unknown', true, [own({ extensions: [extension(...UNKNOWN)] })]],
  ['with something unknown that must be known', false, [own({ extensions: [extension(...UNKNOWN, true)] })]],
  ['with a pattern', true, [named('*.lan.test')], 'wiki.lan.test'],
  ['with a pattern, one name deeper', false, [named('*.lan.test')], 'a.wiki.lan.test'],
  ['with a pattern for all of a domain', false, [named('*.test', '*')], 'wiki.test'],
  ['with a pattern in a name', false, [named('w*.lan.test', 'xn--*.lan.test')], 'wiki.lan.test'],
  ['with an address as a name', false, [named('127.0.0.1', '*.0.0.1')]],
  ['with a name in its subject alone', false, [named('a.test')], 'Wiki'],
  ['by SHA-1 under a mask by SHA-2', false, [ofWeak], undefined, weakRoot],
  // A server's own may be named in place of an authority, for its own address, and vouches for nobody else.
  ['that is named', true, [itself], undefined, itself],
  ['that is named, at another address', false, [itself], '127.0.0.2', itself],
  ['of one that is named', false, [ofOldOne], undefined, itself],
  ['of a server of version 1 that is named in place of an authority', false, [ofOldOne], undefined, oldOne],
];

// Vitest's Node would read them with OpenSSL, Electron's does with BoringSSL.
it('a certificate counts, or not', async () => {
  const policy = join(import.meta.dirname, '../../../../electron/shell/certificates/authorities.policy.ts');
  const program = `${stripTypeScriptTypes(readFileSync(policy, 'utf8'))}
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
const read = (all) => all.map((text) => new X509Certificate(text));
const verdict = ([name, , chain, host, authority]) => [name, isVouchedFor(read(chain), host, read([authority]), Date.now())];
console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map(verdict)));`;
  const input = JSON.stringify(
    chains.map((one) => [...one.slice(0, 3), one[3] ?? '127.0.0.1', one[4] ?? company]),
  );
  const said = execFileSync((await findElectron()).program, ['--input-type=module', '-e', program], {
    input,
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  expect(JSON.parse(said)).toEqual(chains.map(([name, isVouched]) => [name, isVouched]));
});

it('are read from files and from text; one that cannot be is named', () => {
  const file = join(testFolder(), 'company.pem');
  writeFileSync(file, `Company\n${company.toString()}${branch.toString()}`);
  const names = readAuthorities([file, own({}).toString()]).map(({ subject }) => subject);
  expect(names.join()).toBe('CN=Company,CN=Branch,CN=Wiki');
  writeFileSync(file, 'none');
  expect(() => readAuthorities([file])).toThrow(`${file} holds no certificate in PEM`);
  expect(() => readAuthorities(['company.pem'])).toThrow('company.pem is not an absolute path');
  expect(() => readAuthorities([`${file}.gone`])).toThrow(`${file}.gone`);
});
