/** Settings and keys that are never packed. */
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shippedSettings } from '../../../../electron/tool/pack/shipped.ts';
import { readPublicKey } from '../../../../electron/tool/pack/updateKeys.ts';
import { testFolder } from '../../testFolder.ts';

it.each([
  ['{ "origin": 7 }', '"origin" must be an https address'],
  ['{', 'is not JSON'],
  ['{ "updateUrl": "http://127.0.0.1:80/" }', '"updateUrl" is not https'],
  [undefined, 'does not exist'],
])('refuses settings that an installed app could not use: %s', (text, words) => {
  const file = join(testFolder(), 'settings.json');
  if (text) writeFileSync(file, text);
  const packed = () => shippedSettings({}, file);
  expect(packed).toThrow(`--settings: ${file}`);
  expect(packed).toThrow(words);
  expect(packed).toThrow('orrect it');
});

const pem = { type: 'spki', format: 'pem' } as const;
const privateKey = generateKeyPairSync('ed25519').privateKey.export({ ...pem, type: 'pkcs8' });
const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey.export(pem);

it.each([
  [
    'HOLDFAST_UPDATE_PUBLIC_KEY',
    'no key',
    'is not a public key in PEM; get it from the private key with: openssl pkey -pubout',
  ],
  ['HOLDFAST_UPDATE_PUBLIC_KEY', other, 'is a key of type ec, not Ed25519'],
  [
    'HOLDFAST_UPDATE_PUBLIC_KEY',
    privateKey,
    'is not a public key in PEM; get it from the private key with: openssl pkey -pubout',
  ],
  ['HOLDFAST_UPDATE_KEY', privateKey, 'must not be set for a build'],
])('refuses a misplaced update key: %s, %#', (name, key, words) => {
  expect(() => readPublicKey({ [name]: String(key) })).toThrow(`${name} ${words}`);
});
