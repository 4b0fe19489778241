import { describe, expect, it } from 'vitest';
import {
  addSample,
  CHOICES,
  decideHang,
  describeSamples,
  HANG,
  type HangEvent,
  type HangState,
  NO_SAMPLES,
  sampleStacks,
} from '../../../electron/recovery/hang.policy.ts';

const LOOP =
  '\n    at loop (app://shell/assets/index.js:5:5)\n    at click (app://shell/assets/index.js:9:1)';
const SORT = '\n    at sort (app://shell/assets/index.js:70:3)';
const NOT_OPTED_IN = 'Website owner has not opted in for JS call stacks in crash reports.';

const collect = (answers: (string | undefined)[]) => answers.reduce(addSample, NO_SAMPLES);

describe('the samples of a hang', () => {
  it('are counted by stack, the most frequent first', () => {
    const samples = collect([SORT, LOOP, LOOP]);
    expect(samples.taken).toBe(3);
    expect(samples.stacks.map(({ count }) => count)).toEqual([2, 1]);
    expect(samples.stacks[0]?.stack).toContain('at loop');
  });

  it('have no stack where no script ran, or where the document lacks the header', () => {
    expect(collect([undefined, '', NOT_OPTED_IN])).toEqual({ taken: 3, stacks: [] });
  });

  it('read as shares of all samples', () => {
    expect(describeSamples(collect([LOOP, LOOP, undefined]))).toBe(
      `2 of 3 samples:\n${LOOP.trim()}\n\n1 of 3 samples showed no script.`,
    );
    expect(describeSamples(collect([LOOP]))).toBe(`1 of 1 samples:\n${LOOP.trim()}`);
  });
});

describe('sampling', () => {
  /** A frame that gives these answers in turn; `never` is a promise that does not settle, as Electron's may. */
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
  /** Time that passes at once, and is written down. */
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
    expect(samples).toEqual({ taken: HANG.samples, stacks: [{ stack: LOOP.trim(), count: HANG.samples }] });
    expect(slept).toEqual(Array(15).fill(1_000));
    expect(frame.asked).toBe(15);
  });

  it('is not stopped by a page that runs no script, for which the promise never settles', async () => {
    const { sleep } = clock();
    const samples = await sampleStacks(frameOf(['never', LOOP]), new AbortController().signal, sleep);
    expect(samples).toMatchObject({ taken: 15, stacks: [{ count: 14 }] });
  });

  it('ends when the page answers again, with what it has', async () => {
    const controller = new AbortController();
    const { sleep } = clock({ abortAfter: 4, controller });
    expect((await sampleStacks(frameOf([LOOP]), controller.signal, sleep)).taken).toBe(3);
  });

  it('takes one sample whole, however soon the user has chosen', async () => {
    const given: boolean[] = [];
    const sleep = async (_ms: number, { aborted }: AbortSignal) => void given.push(aborted);
    const samples = await sampleStacks(frameOf([LOOP]), AbortSignal.abort(), sleep);
    expect([samples.taken, given]).toEqual([1, [false]]);
  });
});

describe('the user who meets a hang', () => {
  /** Sends events such as `300 responsive`, or a choice such as `300 Wait`. Returns the actions. */
  function play(story: string): string[] {
    let state: HangState = { phase: 'fine' };
    return story.split(', ').map((step) => {
      const [at, name] = step.split(' ');
      const isChoice = CHOICES.some((choice) => choice === name);
      const event = (isChoice ? { type: 'chosen', choice: name } : { type: name }) as HangEvent;
      const decision = decideHang(state, event, Number(at));
      state = decision.state;
      return decision.action;
    });
  }

  it.each([
    ['is asked once for each hang', '0 unresponsive, 1 unresponsive', 'ask,ignore'],
    ['is no longer asked when the page answers again', '0 unresponsive, 5000 responsive', 'ask,dismiss'],
    [
      'nor when the process is gone; a late choice does nothing',
      '0 unresponsive, 1 gone, 2 Reload',
      'ask,dismiss,ignore',
    ],
    ['can reload', '0 unresponsive, 1 Reload', 'ask,reload'],
    ['can close', '0 unresponsive, 1 Close', 'ask,close'],
    [
      'can wait, and is asked again after half a minute if the page still hangs',
      '0 unresponsive, 2000 Wait, 31999 tick, 32000 tick',
      'ask,ignore,ignore,ask',
    ],
    [
      'is left in peace when the page recovered while they waited',
      '0 unresponsive, 2000 Wait, 9000 responsive, 32000 tick',
      'ask,ignore,ignore,ignore',
    ],
  ])('%s', (_name, story, actions) => {
    expect(play(story).join()).toBe(actions);
  });
});
