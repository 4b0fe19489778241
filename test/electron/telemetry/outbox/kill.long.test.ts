import { describe, expect, it } from 'vitest';
import { freshFolder } from './support/folder.ts';
import { runKillRounds } from './support/killRounds.ts';

const kills = Number(process.env.OUTBOX_KILLS ?? 4);
/** Many more may fill an outbox: what it then evicts would count as lost. */
const MOST = 50;

describe('a process killed at a random moment', () => {
  it(`loses nothing that it had stored, ${kills} times, at most ${MOST} in one folder`, async () => {
    for (let left = kills; left > 0; left -= MOST) {
      const rounds = Math.min(MOST, left);
      const result = await runKillRounds(freshFolder(), rounds);
      console.log(
        `${rounds} kills: ${result.accepted} stored, ${result.leftOver} left, ${result.sentTwice} sent twice`,
      );
      expect(result).toMatchObject({ lost: [], unreadable: [], stuck: 0 });
      expect(result.accepted).toBeGreaterThan(rounds);
    }
  }, 1_200_000);
});
