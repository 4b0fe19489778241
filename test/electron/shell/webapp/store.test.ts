import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashOf, makeEntry, Store } from '../../../../electron/shell/webapp/store.ts';
import { testFolder } from '../../testFolder.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const entryOf = (text: string) => makeEntry({ n: 1 }, Buffer.from(text));
const bytesOnDisk = () =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

describe('a folder of saved responses', () => {
  it('returns what was written, also to the next process', async () => {
    folder = join(folder, 'deep', 'er');
    const body = Buffer.from([0, 10, 255, 13, 10]);
    await new Store(folder, 1000).write('/a?b=1', makeEntry({ type: 'x\ny' }, body));
    const entry = await new Store<{ type: string }>(folder, 1000).read('/a?b=1');
    expect(entry).toEqual({ meta: { type: 'x\ny' }, body, hash: hashOf(body) });
    expect(await new Store(folder, 1000).read('/a')).toBeUndefined();
  });

  it('removes the least recently read entry when it is full', async () => {
    const store = new Store(folder, 1000);
    for (const key of ['a', 'b', 'c']) await store.write(key, entryOf('x'.repeat(200)));
    await store.read('a');
    await store.write('d', entryOf('x'.repeat(200)));
    expect(await store.read('b')).toBeUndefined();
    for (const key of ['a', 'c', 'd']) expect(await store.read(key)).toBeDefined();
  });

  it('removes the oldest entry after a restart', async () => {
    const store = new Store(folder, 1000);
    for (const key of ['a', 'b', 'c']) await store.write(key, entryOf('x'.repeat(200)));
    for (const [key, time] of [
      ['c', 1],
      ['a', 2],
      ['b', 3],
    ] as const)
      utimesSync(join(folder, hashOf(key)), time, time);
    const next = new Store(folder, 700);
    expect(await next.read('c')).toBeUndefined();
    expect(await next.read('a')).toBeDefined();
  });

  it("does not keep an entry larger than the folder's limit, and keeps the others", async () => {
    const store = new Store(folder, 1000);
    await store.write('a', entryOf('1'));
    await store.write('large', entryOf('x'.repeat(1000)));
    expect(await store.read('large')).toBeUndefined();
    expect(await store.read('a')).toBeDefined();
  });

  it('removes a truncated or changed file, and treats it as absent', async () => {
    const store = new Store(folder, 1000);
    for (const damage of [
      (whole: Buffer) => whole.subarray(0, -1),
      (whole: Buffer) => whole.subarray(0, 10),
      (whole: Buffer) => Buffer.from(whole.toString().replace('body', 'bodi')),
      () => Buffer.alloc(0),
    ]) {
      await store.write('a', entryOf('body'));
      const file = join(folder, hashOf('a'));
      writeFileSync(file, damage(readFileSync(file)));
      expect(await store.read('a')).toBeUndefined();
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it("removes a killed process's unfinished files, and no others", async () => {
    writeFileSync(join(folder, `${hashOf('a')}.1234567`), 'half');
    writeFileSync(join(folder, 'settings.json'), '{}');
    await new Store(folder, 1000).read('a');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('stays within its bytes under concurrent writes, and returns only complete entries', async () => {
    const operation = fc.record({ key: fc.nat(9), size: fc.nat(400) });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 30 }), async (operations) => {
        const store = new Store(folder, 1000);
        let highest = 0;
        await Promise.all(
          operations.map(async ({ key, size }) => {
            await store.write(String(key), entryOf(String(key).repeat(size)));
            highest = Math.max(highest, bytesOnDisk());
            const entry = await store.read(String(key));
            expect(entry?.body.toString() ?? '').toMatch(new RegExp(`^${key}*$`));
          }),
        );
        expect(highest).toBeLessThanOrEqual(1000);
      }),
      { numRuns: 5, seed: 20261120 },
    );
  });
});
