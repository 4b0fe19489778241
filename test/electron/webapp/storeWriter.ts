/** Writes entries until it is killed: `node storeWriter.ts <folder> <bytes>`. Prints `writing` after the first round. */
import { makeEntry, Store } from '../../../electron/webapp/store.ts';

// Ends with the test.
process.stdin.on('end', () => process.exit()).resume();

const [directory = '', bytes = '0'] = process.argv.slice(2);
const store = new Store<{ round: number }>(directory, 50_000_000);

for (let round = 0; ; round++) {
  for (let key = 0; key < 8; key++) {
    await store.write(String(key), makeEntry({ round }, Buffer.alloc(Number(bytes), round % 256)));
  }
  if (round === 0) console.log('writing');
}
