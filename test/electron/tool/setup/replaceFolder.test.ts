import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { replaceFolder } from '../../../../electron/tool/setup/replaceFolder.ts';
import { testFolder } from '../../testFolder.ts';

it('several processes at once each replace a folder, and leave one that is complete', async () => {
  const root = testFolder();
  const replace = (name: string) => {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'program'), name);
    return replaceFolder(join(root, name), join(root, 'electron'));
  };
  await Promise.all(Array.from({ length: 10 }, (_, at) => replace(`new-${at}`)));
  expect(readdirSync(root)).toEqual(['electron']);
  expect(readdirSync(join(root, 'electron'))).toEqual(['program']);
});
