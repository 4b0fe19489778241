import type { BrowserWindow } from 'electron';
import { afterAll, expect, it, vi } from 'vitest';
import type { Fault } from '../../../../electron/shared/fault.ts';

vi.mock('electron', () => ({ app: {} }));
vi.mock('../../../../electron/shell/recovery/dialogs.ts', () => ({ askAboutHang: async () => 'Wait' }));
// Loaded only for this file: the files of one process share modules.
vi.resetModules();
const { followHang, sampleStacks } = await import('../../../../electron/shell/recovery/hang.ts');
afterAll(() => {
  vi.resetModules();
});

const LOOP = 'at loop (app://shell/assets/index.js:5:5)\n    at click (app://shell/assets/index.js:9:1)';
const SORT = 'at sort (app://shell/assets/index.js:70:3)';

/** Samples a frame that gives these answers in turn, by a clock that records the waits; the user chooses after so many. */
async function sample(answers: (string | Promise<string> | Error)[], chosenAfter = Number.POSITIVE_INFINITY) {
  const user = new AbortController();
  if (chosenAfter === 0) user.abort();
  const waits: [ms: number, isShort: boolean][] = [];
  let asked = 0;
  const frame = {
    async collectJavaScriptCallStack() {
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? '';
      if (answer instanceof Error) throw answer;
      return await answer;
    },
  };
  const text = await sampleStacks(frame, user.signal, async (ms, signal) => {
    waits.push([ms, signal?.aborted ?? false]);
    if (waits.length >= chosenAfter) user.abort();
    await new Promise((resolve) => setImmediate(resolve));
  });
  return { text, waits };
}

it('takes 15 samples, one a second, and counts them by stack, the most frequent first', async () => {
  const { text, waits } = await sample([`\n    ${SORT}`, `\n    ${LOOP}`]);
  expect(text).toBe(`14 of 15 samples:\n${LOOP}\n\n1 of 15 samples:\n${SORT}`);
  expect(waits).toEqual(Array(15).fill([1_000, false]));
});

it.each([
  ['a promise that never settles', new Promise<string>(() => undefined)],
  ['a frame that is gone', new Error('disposed')],
  ['nothing', ''],
  ['a document without the header', 'Website owner has not opted in for JS call stacks in crash reports.'],
])('counts %s as a sample without script', async (_name, answer) => {
  expect((await sample([answer, LOOP])).text).toBe(
    `14 of 15 samples:\n${LOOP}\n\n1 of 15 samples:\nno script`,
  );
});

it('ends when the page answers again or the user chooses, but takes one complete sample, however soon that is', async () => {
  expect((await sample([LOOP], 3)).text).toBe(`3 of 3 samples:\n${LOOP}`);
  expect(await sample([LOOP], 0)).toEqual({ text: `1 of 1 samples:\n${LOOP}`, waits: [[1_000, false]] });
});

it('is reported without stacks before Electron 34, but not within the event that asks about it', async () => {
  const details: (string | undefined)[] = [];
  const window = { webContents: { mainFrame: {} } } as BrowserWindow;
  const hung = ({ detail }: Fault) => void details.push(detail);
  const hang = followHang(window, { url: () => '/', hung, says: () => undefined });
  const asked = hang.ask();
  expect(details).toEqual([]);
  await Promise.all([asked, hang.end()]);
  expect(details).toEqual([expect.stringMatching(/cannot sample/)]);
});
