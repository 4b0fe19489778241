import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { beforeEach, expect, it } from 'vitest';
import { channelOf, checkSignature } from '../../../../electron/builtConfig/updateSignature/signature.ts';
import { describeUpdates } from '../../../../electron/tool/pack/updateKeys.ts';
import { testFolder } from '../../testFolder.ts';

const keys = generateKeyPairSync('ed25519');
const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const trust = { key: keys.publicKey, app: 'com.example.shop', builtAt: 0, newest: 0 };

/** Only the program, without packages that could see the key. */
let program: string;
let folder: string;
const NAME = 'My Shop-1.2.3-linux-x86_64.AppImage';
beforeEach(() => {
  const alone = testFolder();
  const own = ['tool/pack/sign.ts', 'tool/pack/updateKeys.ts'];
  for (const file of [...own, 'builtConfig/updateSignature/signature.ts', 'common/nodeCrypto.ts'])
    cpSync(join(import.meta.dirname, '../../../../electron', file), join(alone, file));
  writeFileSync(join(alone, 'package.json'), '{ "type": "module" }');
  program = join(alone, 'tool', 'pack', 'sign.ts');
  folder = testFolder();
  writeFileSync(join(folder, NAME), 'installer');
  const sha512 = createHash('sha512').update('installer').digest('base64');
  // As electron-builder writes it, with the additions of `npm run dist`.
  const lines = [
    'version: 1.2.3',
    'files:',
    `  - url: ${NAME}`,
    `    sha512: ${sha512}`,
    '    size: 9',
    '    blockMapSize: 7',
    `path: ${NAME}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-21T00:00:00.000Z'",
    'app: com.example.shop',
  ];
  for (const name of ['latest-linux.yml', 'builder-debug.yml'])
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
});

function run(key: string | undefined) {
  const env = { PATH: process.env.PATH, HOLDFAST_UPDATE_KEY: key };
  const ran = spawnSync(process.execPath, [program, folder], { env, encoding: 'utf8' });
  const { status, stdout, stderr } = ran;
  return { status, said: stdout + stderr.replace(/^.*(ExperimentalWarning|--trace-warnings).*\n/gm, '') };
}
const list = () => readFileSync(join(folder, 'latest-linux.yml'), 'utf8');
const change = (words: string | RegExp, by = '') =>
  writeFileSync(join(folder, 'latest-linux.yml'), list().replace(words, by));
const infoIn = (text: string) => parseUpdateInfo(text, 'latest-linux.yml', new URL('file:///'));
const check = () => checkSignature(infoIn(list()), 'latest-linux', trust);

it('signs what the app accepts, without any package, and again with a later time', () => {
  expect(run(pem)).toEqual({ status: 0, said: 'sign: latest-linux.yml: com.example.shop 1.2.3\n' });
  const first = check();
  expect(run(pem).status).toBe(0);
  expect(check()).toBeGreaterThan(first);
  expect(list().match(/^signature: /gm)).toHaveLength(1);
  expect(readFileSync(join(folder, 'builder-debug.yml'), 'utf8')).not.toContain('signature');
});

it('signs what is new, as the app reads it', async () => {
  const notes = `- "Quick": it\u2028is\n\ttwice: as fast # \\o/\n${'- more\n'.repeat(99)}`;
  change('app: com.example.shop\n');
  await describeUpdates(folder, 'com.example.shop', notes);
  expect(run(pem).status).toBe(0);
  expect(check()).toBeGreaterThan(0);
  const bounded = `- "Quick": it\nis\n\ttwice: as fast # \\o/${'\n- more'.repeat(9)}`;
  expect(infoIn(list())).toMatchObject({ notes: bounded });
  change('twice', 'half');
  expect(check).toThrow('does not match its files');
});

it('signs that an installer needs more rights', () => {
  const rights = '    isAdminRightsRequired: true\n';
  change('    size: 9\n', `    size: 9\n${rights}`);
  expect(run(pem).status).toBe(0);
  expect(check()).toBeGreaterThan(0);
  change(rights);
  expect(check).toThrow('does not match its files');
});

it('signs the lists of pre-releases, each for its own channel', () => {
  const beta = channelOf('linux', 'x64', 'beta');
  const file = join(folder, `${beta}.yml`);
  writeFileSync(file, list());
  const said = ['beta', 'latest'].map((name) => `sign: ${name}-linux.yml: com.example.shop 1.2.3\n`);
  expect(run(pem).said).toBe(said.join(''));
  const info = infoIn(readFileSync(file, 'utf8'));
  expect(checkSignature(info, beta, trust)).toBeGreaterThan(0);
  expect(() => checkSignature(info, channelOf('linux', 'x64'), trust)).toThrow('does not match its files');
});

it.each<[string, () => void, string | undefined, string]>([
  ['a changed installer', () => writeFileSync(join(folder, NAME), 'installed'), pem, 'does not match its d'],
  ['what names no app', () => change(/^app: .*\n/m), pem, 'no app, version or files'],
  ['a file without a checksum', () => change(/^ {4}sha512: .*\n/m), pem, 'a file without name, checksum or'],
  ['a file without a size', () => change(/^ +size: .*\n/m), pem, 'a file without name, checksum or size'],
  ['without a key', () => undefined, undefined, 'sign: HOLDFAST_UPDATE_KEY is not set\n'],
  [
    'with what is no key',
    () => undefined,
    'x',
    'KEY is not a private key in PEM; make one with: openssl gen',
  ],
])('does not sign %s', (_, alter, key, words) => {
  alter();
  const before = list();
  expect(run(key)).toEqual({ status: 1, said: expect.stringContaining(words) });
  expect(list()).toBe(before);
});
