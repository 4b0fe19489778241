import { describe, expect, it } from 'vitest';
import { freshFolder } from './support/folder.ts';
import { runKillRounds } from './support/killRounds.ts';

const rounds = Number(process.env.OUTBOX_KILLS ?? 4);

describe('a process killed at a random moment', () => {
  it(`loses nothing that it had stored, ${rounds} times in a row`, async () => {
    const result = await runKillRounds(freshFolder(), rounds);
    console.log(
      `${rounds} kills: ${result.accepted} stored, ${result.leftOver} left, ${result.sentTwice} sent twice`,
    );
    expect(result).toMatchObject({ lost: [], unreadable: [], stuck: 0 });
    expect(result.accepted).toBeGreaterThan(rounds);
  }, 600_000);
});
