import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import type { Server } from '../../../../electron/common/origins.ts';
import { type Call, call, messageOf } from '../../../../electron/shell/extension/call.ts';
import type { CallContext, Main } from '../../../../electron/shell/extension/main.ts';

const context = {} as CallContext;
const OWN_SERVER: Server = { origin: 'https://shop.test', home: '/', isDev: false, isOpen: false };

/** Calls one of these handlers, which may be of any shape. Resolves to the answer, and to how many failures were reported. */
async function ask(handle: object, name: string, input?: unknown, where: Partial<Call> = {}) {
  const report = vi.fn((_error: unknown): string | undefined => 'the-id');
  const answer = await call({ main: { handle } as Main, name, input, context, report, ...where });
  return [answer, report.mock.calls.length] as const;
}

it('passes the context to the handler', async () => {
  const run = vi.fn((_input: unknown, _context: unknown) => 1);
  await ask({ a: { input: v.string(), run } }, 'a', 'four');
  expect(run.mock.calls[0]?.[1]).toBe(context);
});

const run = () => 1;
const BOTH = { closed: { run }, open: { remote: true, run } };
it.each<[string, Partial<Call>]>([
  ['pages of a server', { server: OWN_SERVER }],
  ['pages that may use eval', { evaluates: true }],
])('%s call only handlers that say so', async (who, where) => {
  const refused = { problem: `closed was not called: ${who} may only call handlers with remote: true.` };
  expect(await ask(BOTH, 'closed', undefined, where)).toEqual([refused, 0]);
  expect(await ask(BOTH, 'open', undefined, where)).toEqual([{ value: 1 }, 0]);
});

const length = v.pipe(
  v.string(),
  v.transform((text) => text.length),
);
const later = v.pipeAsync(
  v.string(),
  v.checkAsync(async (text) => (await text) === 'right', 'it must be right'),
);
const note = v.object({ title: v.string(), tags: v.array(v.string()) });
const same = (input: unknown) => [input];
const throws = (thrown: unknown) => () => {
  throw thrown;
};
const hostile = Object.defineProperty(new Error(), 'message', { get: throws(new Error('again')) });
const schema = (validate: () => unknown) => ({ '~standard': { version: 1, vendor: 'mine', validate } });
const failed = (said: string) => ({ problem: `a failed: ${said} (report the-id)` });
const refused = (why: string | RegExp) => ({
  problem: typeof why === 'string' ? `a was not called: ${why}` : expect.stringMatching(why),
});
const SILENT = failed('it threw without a message');

it.each<[string, object, unknown, unknown]>([
  ['an input as its schema makes it', { input: length, run: same }, 'four', { value: [4] }],
  ['an input by a slow schema', { input: later, run: same }, 'right', { value: ['right'] }],
  ['one that it refuses', { input: later, run: same }, 'wrong', refused('input: it must be right')],
  [
    'an input of the wrong shape',
    { input: note, run: same },
    { tags: ['x', 5] },
    refused(/^a was not called: input\.title: .+; input\.tags\[1\]: .+/),
  ],
  ['no input without a schema', { run: same }, undefined, { value: [undefined] }],
  ['an input without a schema', { run: same }, 5, refused('input: it takes no input')],
  ['a handler that throws', { run: throws(new Error('no such note')) }, undefined, failed('no such note')],
  ['that rejects', { run: () => Promise.reject(new Error('none')) }, undefined, failed('none')],
  ['that throws a text', { run: throws('no such note') }, undefined, failed('no such note')],
  ['nothing', { run: throws(undefined) }, undefined, SILENT],
  ['an object', { run: throws({ message: 'mine' }) }, undefined, SILENT],
  ['what cannot be read', { run: throws(hostile) }, undefined, SILENT],
  ['an error without words', { run: throws(new Error()) }, undefined, SILENT],
  ['a schema that throws', { input: schema(throws(new Error('bad'))), run }, 'x', failed('bad')],
  ['that rejects', { input: schema(() => Promise.reject(new Error('bad'))), run }, 'x', failed('bad')],
  [
    'a result that cannot be sent',
    { run: async () => ({ deep: [Symbol('x')] }) },
    undefined,
    failed('a returned a value that cannot be sent to a page: Symbol(x) could not be cloned.'),
  ],
])('answers a call with %s, and reports a failure once', async (_name, handler, input, expected) => {
  const [answer, reports] = await ask({ a: handler }, 'a', input);
  expect(answer).toEqual(expected);
  expect(reports).toBe(JSON.stringify(answer).includes('a failed') ? 1 : 0);
});

it('gives no id without a report', async () => {
  const [answer] = await ask({ a: { run: throws('no') } }, 'a', undefined, { report: () => undefined });
  expect(answer).toEqual({ problem: 'a failed: no' });
});

const TWO = { readNote: { run }, writeNote: { run } };
it.each<[object, string, string]>([
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''].map(
    (name) => [TWO, name, ' Known names: readNote, writeNote.'] as [object, string, string],
  ),
  [TWO, 'readnotes', ' Did you mean "readNote"?'],
  [{}, 'readNote', ''],
])('of %o does not find %j, and helps: %s', async (handle, name, help) => {
  expect(await ask(handle, name)).toEqual([{ problem: `There is no handler "${name}".${help}` }, 0]);
});

it.each([
  [`ENOENT: no such file, open '/home/ann/notes/a b.md'`, `ENOENT: no such file, open …`],
  ['cannot read C:\\Users\\Ann\\note.md now', 'cannot read … now'],
  [`rename '/a/b' -> '/c/d'`, 'rename …'],
  [`open '/home/o'brien/a' failed`, 'open … failed'],
  [String.raw`share \\server\notes\1.md, closed`, 'share …, closed'],
  ['at file:///opt/app/extension.cjs:3', 'at …'],
  ['either/or, 1/2 and a / b', 'either/or, 1/2 and a / b'],
  ['https://example.com/notes said 500', 'https://example.com/notes said 500'],
  ['first\n    at open (/opt/app/main.cjs:1:1)', 'first'],
])('passes the message %j on as %j', (message, told) => {
  expect(messageOf(new Error(message))).toBe(told);
});

it('cuts a long message quickly', () => {
  expect(messageOf(new Error('/a'.repeat(1_000_000))).length).toBeLessThanOrEqual(500);
});
