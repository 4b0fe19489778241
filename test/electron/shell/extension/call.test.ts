import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import type { Server } from '../../../../electron/common/origins.ts';
import { call, messageOf } from '../../../../electron/shell/extension/call.ts';
import type { CallContext, Main } from '../../../../electron/shell/extension/main.ts';

const context = {} as CallContext;
const OWN_SERVER: Server = { origin: 'https://shop.test', home: '/', isDev: false, isOpen: false };

/** Calls one of these handlers, which may be of any shape. */
function ask(handle: object, name: string, input?: unknown, report = vi.fn((_error: unknown) => 'the-id')) {
  return { answer: call({ main: { handle } as Main, name, input, context, report }), report };
}

const Note = v.object({ title: v.string(), tags: v.array(v.string()) });

it("passes the schema's output and the context to the handler", async () => {
  const run = vi.fn((input: unknown, _context: unknown) => ({ got: input }));
  const input = v.pipe(
    v.string(),
    v.transform((text) => text.length),
  );
  expect(await ask({ a: { input, run } }, 'a', 'four').answer).toEqual({ value: { got: 4 } });
  expect(run.mock.calls[0]?.[1]).toBe(context);
});

it.each([
  ['pages of a server', { server: OWN_SERVER }],
  ['pages that may use eval', { evaluates: true }],
])('%s call only handlers that say so', async (who, where) => {
  const run = vi.fn(() => 1);
  const main = { handle: { closed: { run }, open: { remote: true, run } } } as unknown as Main;
  const asked = (name: string) =>
    call({ ...{ main, name, input: undefined, ...where, context }, report: () => undefined });
  expect(await asked('closed')).toEqual({
    problem: `closed was not called: ${who} may only call handlers with remote: true.`,
  });
  expect(run).not.toHaveBeenCalled();
  expect(await asked('open')).toEqual({ value: 1 });
});

it('waits for an asynchronous schema', async () => {
  const input = v.pipeAsync(
    v.string(),
    v.checkAsync(async (text) => (await text) === 'right', 'it must be right'),
  );
  const handle = { a: { input, run: (text: string) => text } };
  expect(await ask(handle, 'a', 'right').answer).toEqual({ value: 'right' });
  expect(await ask(handle, 'a', 'wrong').answer).toEqual({
    problem: 'a was not called: input: it must be right',
  });
});

it('refuses an input of the wrong shape, names each place, and reports nothing', async () => {
  const run = vi.fn();
  const { answer, report } = ask({ a: { input: Note, run } }, 'a', { tags: ['x', 5] });
  const { problem } = (await answer) as { problem: string };
  expect(problem).toMatch(/^a was not called: input\.title: .+; input\.tags\[1\]: .+/);
  expect(run).not.toHaveBeenCalled();
  expect(report).not.toHaveBeenCalled();
});

it('passes no input to a handler without a schema', async () => {
  const handle = { a: { run: (input: unknown) => [input] } };
  expect(await ask(handle, 'a').answer).toEqual({ value: [undefined] });
  expect(await ask(handle, 'a', 5).answer).toEqual({ problem: 'a was not called: input: it takes no input' });
});

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
  'does not find a handler that nobody defined: %j',
  async (name) => {
    const { answer } = ask({ readNote: { run: () => 1 } }, name);
    expect(await answer).toEqual({ problem: `There is no handler "${name}". Known names: readNote.` });
  },
);

it('refuses an unknown name and suggests the nearest', async () => {
  const handle = { readNote: { run: () => 1 }, writeNote: { run: () => 1 } };
  expect(await ask(handle, 'readnotes').answer).toEqual({
    problem: 'There is no handler "readnotes". Did you mean "readNote"?',
  });
  expect(await ask({}, 'readNote').answer).toEqual({ problem: 'There is no handler "readNote".' });
});

const throws = (thrown: unknown) => () => {
  throw thrown;
};
const hostile = Object.defineProperty(new Error(), 'message', { get: throws(new Error('again')) });

it.each([
  ['throws', throws(new Error('no such note')), 'no such note'],
  ['rejects', () => Promise.reject(new Error('no such note')), 'no such note'],
  ['throws a text', throws('no such note'), 'no such note'],
  ['throws nothing', throws(undefined), 'it threw without a message'],
  ['throws an object', throws({ message: 'mine' }), 'it threw without a message'],
  ['throws what cannot be read', throws(hostile), 'it threw without a message'],
  ['throws without words', throws(new Error()), 'it threw without a message'],
])('reports a handler that %s once, and names the report', async (_name, run, said) => {
  const { answer, report } = ask({ a: { run } }, 'a');
  expect(await answer).toEqual({ problem: `a failed: ${said} (report the-id)` });
  expect(report).toHaveBeenCalledTimes(1);
});

it('gives no id without a report', async () => {
  const { answer } = ask(
    { a: { run: throws(new Error('no')) } },
    'a',
    undefined,
    vi.fn(() => undefined as never),
  );
  expect(await answer).toEqual({ problem: 'a failed: no' });
});

it.each([
  ['throws', throws(new Error('bad schema'))],
  ['rejects', () => Promise.reject(new Error('bad schema'))],
])('a schema that %s is a failure of the handler', async (_name, validate) => {
  const input = { '~standard': { version: 1, vendor: 'mine', validate } };
  const { answer, report } = ask({ a: { input, run: () => 1 } }, 'a', 'x');
  expect(await answer).toEqual({ problem: 'a failed: bad schema (report the-id)' });
  expect(report).toHaveBeenCalledTimes(1);
});

it.each([
  ['a function', () => () => 1],
  ['a symbol in an object', async () => ({ deep: [Symbol('x')] })],
])('a result of %s is a failure with a message', async (_name, run) => {
  const { answer, report } = ask({ a: { run } }, 'a');
  const { problem } = (await answer) as { problem: string };
  expect(problem).toMatch(
    /^a failed: a returned a value that cannot be sent to a page: .+ could not be cloned\. \(report the-id\)$/,
  );
  expect(report).toHaveBeenCalledTimes(1);
});

it.each([
  [
    `ENOENT: no such file or directory, open '/home/ann/notes/a b.md'`,
    `ENOENT: no such file or directory, open …`,
  ],
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
