import { afterAll, describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => ({ app: {} }));
// Loaded only for this file: the files of one process share modules.
vi.resetModules();
const { describeSamples, MAX_SAMPLES, sampleStacks } = await import(
  '../../../../electron/shell/recovery/callStacks.ts'
);
afterAll(() => {
  vi.resetModules();
});

const LOOP =
  '\n    at loop (app://shell/assets/index.js:5:5)\n    at click (app://shell/assets/index.js:9:1)';
const SORT = '\n    at sort (app://shell/assets/index.js:70:3)';
const NOT_OPTED_IN = 'Website owner has not opted in for JS call stacks in crash reports.';

describe('the samples of a hang', () => {
  it('are counted by stack, the most frequent first', () => {
    expect(describeSamples([SORT, LOOP, LOOP])).toBe(`2 of 3 samples:\n${LOOP}\n\n1 of 3 samples:\n${SORT}`);
  });

  it('read as shares of all samples', () => {
    expect(describeSamples([LOOP, LOOP, ''])).toBe(
      `2 of 3 samples:\n${LOOP}\n\n1 of 3 samples showed no script.`,
    );
    expect(describeSamples([LOOP])).toBe(`1 of 1 samples:\n${LOOP}`);
  });
});

describe('sampling', () => {
  /** A frame that returns these answers in turn; `never` is a promise that does not settle, as Electron's may. */
  function frameOf(answers: (string | undefined | 'never' | Error)[]) {
    let asked = 0;
    return {
      get asked() {
        return asked;
      },
      collectJavaScriptCallStack(): Promise<string> {
        const answer = answers[Math.min(asked, answers.length - 1)];
        asked += 1;
        if (answer === 'never') return new Promise(() => undefined);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as string);
      },
    };
  }
  /** A clock that skips waiting and records it. */
  function clock(signal?: { abortAfter: number; controller: AbortController }) {
    const slept: number[] = [];
    const sleep = async (ms: number) => {
      slept.push(ms);
      if (signal && slept.length >= signal.abortAfter) signal.controller.abort();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { slept, sleep };
  }

  it('takes 15 samples, one a second, and then stops', async () => {
    const frame = frameOf([LOOP]);
    const { slept, sleep } = clock();
    const samples = await sampleStacks(frame, new AbortController().signal, sleep);
    expect(samples).toEqual(Array(MAX_SAMPLES).fill(LOOP.trim()));
    expect(slept).toEqual(Array(15).fill(1_000));
    expect(frame.asked).toBe(15);
  });

  it('is not blocked by a page that runs no script, where the promise never settles', async () => {
    const { sleep } = clock();
    const samples = await sampleStacks(frameOf(['never', LOOP]), new AbortController().signal, sleep);
    expect(samples).toEqual(['', ...Array(14).fill(LOOP.trim())]);
  });

  it.each([undefined, '', NOT_OPTED_IN])(
    'finds no stack in %j: no script ran, or the document lacks the header',
    async (answer) => {
      const samples = await sampleStacks(frameOf([answer]), new AbortController().signal, clock().sleep);
      expect(samples).toEqual(Array(MAX_SAMPLES).fill(''));
    },
  );

  it('ends when the page answers again, and returns the samples so far', async () => {
    const controller = new AbortController();
    const { sleep } = clock({ abortAfter: 4, controller });
    expect(await sampleStacks(frameOf([LOOP]), controller.signal, sleep)).toHaveLength(3);
  });

  it('takes one complete sample, however soon the user has chosen', async () => {
    const given: boolean[] = [];
    const sleep = async (_ms: number, { aborted }: AbortSignal) => void given.push(aborted);
    const samples = await sampleStacks(frameOf([LOOP]), AbortSignal.abort(), sleep);
    expect([samples.length, given]).toEqual([1, [false]]);
  });
});
