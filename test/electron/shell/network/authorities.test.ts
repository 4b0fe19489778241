/** Whom an own authority vouches for, and whom it does not. */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isVouchedFor } from '../../../../electron/shell/network/authorities.policy.ts';
import { readAuthorities } from '../../../../electron/shell/network/authorityFiles.ts';
import { certify, newKey } from '../../../support/selfSigned.ts';
import { testFolder } from '../../testFolder.ts';

type Keys = { privateKey: KeyObject; publicKey: KeyObject };
type Options = Parameters<typeof certify>[3];
const [root, between, leaf, thief] = Array.from({ length: 4 }, newKey) as [Keys, Keys, Keys, Keys];
const made = (name: string, { publicKey }: Keys, by: string, { privateKey }: Keys, options?: Options) =>
  new X509Certificate(certify(name, publicKey, { commonName: by, privateKey }, options));
const CA = { isAuthority: true };

const company = made('Company', root, 'Company', root, CA);
const branch = made('Branch', between, 'Company', root, CA);
const own = made('Wiki', leaf, 'Company', root);
const ofBranch = made('Wiki', leaf, 'Branch', between);
const itself = made('Wiki', leaf, 'Wiki', leaf);

it.each<[string, boolean, X509Certificate[], string?]>([
  ['of the authority', true, [own]],
  ['of one below it', true, [ofBranch, branch]],
  ['of one below it that the server does not send', false, [ofBranch]],
  ['at another address', false, [own], '127.0.0.2'],
  ['at a name', false, [own], 'localhost'],
  ['of nobody', false, []],
  ['of itself', false, [itself]],
  ['of an authority that calls itself the same', false, [made('Wiki', leaf, 'Company', thief)]],
  ['that sends the authority', false, [made('Wiki', leaf, 'Company', thief), company]],
  ['of a server of the authority, which is none itself', false, [made('Bank', thief, 'Wiki', leaf), own]],
  ['that is over', false, [made('Wiki', leaf, 'Company', root, { days: [-9, -1] })]],
  ['that has not begun', false, [made('Wiki', leaf, 'Company', root, { days: [1, 9] })]],
  [
    'of one below it that is over',
    false,
    [ofBranch, made('Branch', between, 'Company', root, { ...CA, days: [-9, -1] })],
  ],
  [
    'of one below it whose names are constrained',
    false,
    [ofBranch, made('Branch', between, 'Company', root, { ...CA, isConstrained: true })],
  ],
])('a certificate %s', (_name, isVouched, chain, host = '127.0.0.1') => {
  expect(isVouchedFor(chain, host, [company], Date.now())).toBe(isVouched);
});

it('a server’s own certificate may be named in place of an authority, for its own address', () => {
  expect(isVouchedFor([itself], '127.0.0.1', [itself], Date.now())).toBe(true);
  expect(isVouchedFor([itself], '127.0.0.2', [itself], Date.now())).toBe(false);
  // It vouches for nobody else.
  expect(isVouchedFor([made('Bank', thief, 'Wiki', leaf)], '127.0.0.1', [itself], Date.now())).toBe(false);
});

it('are read from files and from text; one that cannot be is named', () => {
  const file = join(testFolder(), 'company.pem');
  writeFileSync(file, `Company\n${company.toString()}${branch.toString()}`);
  expect(readAuthorities([file, own.toString()]).map(({ subject }) => subject)).toEqual([
    'CN=Company',
    'CN=Branch',
    'CN=Wiki',
  ]);
  writeFileSync(file, 'none');
  expect(() => readAuthorities([file])).toThrow(`${file} holds no certificate in PEM`);
  expect(() => readAuthorities(['company.pem'])).toThrow('company.pem is not an absolute path');
  expect(() => readAuthorities([`${file}.gone`])).toThrow(`${file}.gone`);
});
