/** In files that contain a fuse wire as in Electron's documentation (docs/tutorial/fuses.md). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { expect, it } from 'vitest';
import { checkFuses, setFuses } from '../../../../electron/tool/pack/fuses.ts';
import { testFolder } from '../../testFolder.ts';

const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Our values, in the wire's order. */
const STATES = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
  WasmTrapHandlers: 'on',
} as const;
const WANTED = Object.values(STATES)
  .map((state) => (state === 'on' ? '1' : '0'))
  .join('');

function binary(fuses: string): Buffer {
  const wire = Buffer.concat([Buffer.from([1, fuses.length]), Buffer.from(fuses)]);
  return Buffer.concat([Buffer.alloc(500_000, 7), Buffer.from(SENTINEL), wire, Buffer.alloc(1000, 9)]);
}

it('names each fuse that is wrong', async () => {
  const file = join(testFolder(), 'electron');
  for (const [name, should] of Object.entries(STATES)) {
    const index = FuseV1Options[name as keyof typeof STATES];
    const other = should === 'on' ? '0' : '1';
    await writeFile(file, binary(WANTED.slice(0, index) + other + WANTED.slice(index + 1)));
    await expect(checkFuses(file)).rejects.toThrow(`${file}: ${name} is not ${should}`);
  }
  // Electron 33 has no more.
  await writeFile(file, binary(WANTED.slice(0, 8)));
  await checkFuses(file);
  await writeFile(file, binary(`${WANTED}1`));
  await expect(setFuses(file)).rejects.toThrow('update @electron/fuses');
});
