import { generateKeyPairSync } from 'node:crypto';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { shippedSettings } from '../../../../electron/tool/pack/contents.ts';
import { packApp } from '../../../../electron/tool/pack/packApp.ts';
import { readPublicKey } from '../../../../electron/tool/pack/updateKeys.ts';
import { holdfastProject } from '../../../../electron/tool/project/project.ts';
import { writeFiles } from '../../../support/writeFiles.ts';
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

const NO_KEY = 'is not a public key in PEM; get it from the private key with: openssl pkey -pubout';
it.each([
  ['HOLDFAST_UPDATE_PUBLIC_KEY', 'no key', NO_KEY],
  ['HOLDFAST_UPDATE_PUBLIC_KEY', other, 'is a key of type ec, not Ed25519'],
  ['HOLDFAST_UPDATE_PUBLIC_KEY', privateKey, NO_KEY],
  ['HOLDFAST_UPDATE_KEY', privateKey, 'must not be set for a build'],
])('refuses a misplaced update key: %s, %#', (name, key, words) => {
  expect(() => readPublicKey({ [name]: String(key) })).toThrow(`${name} ${words}`);
});

it('refuses a name that would make it an app in development', async () => {
  const project = holdfastProject(testFolder(), { name: '電子', id: 'com.example.electron' });
  await expect(packApp(project, {}, {}, true)).rejects.toThrow('The program would be named "electron"');
});

it("refuses an Electron other than package.json's, by whatever path", async () => {
  const folder = testFolder();
  // On each system.
  const programs = ['Electron.app/Contents/MacOS/Electron', 'electron.exe', 'electron'];
  const files = [...programs, 'version'].map((name) => [`dist/${name}`, '33.2.1']);
  writeFiles(folder, Object.fromEntries(files));
  symlinkSync(join(folder, 'dist'), join(folder, 'release'), 'junction');
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', join(folder, 'release'));
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(packApp(holdfastProject(folder), {}, {}, true)).rejects.toThrow(
    /^The Electron in \S+ is 33\.2\.1, but package\.json wants \d+\.\d+\.\d+/,
  );
});
