/** The types of an app's own code and of its pages. Wrong ones fail the type check. */
import * as v from 'valibot';
import { expectTypeOf, it } from 'vitest';
import { defineMain, type HandlersOf } from '../../../../electron/shell/extension/main.ts';

const main = defineMain({
  ready({ window, log }) {
    expectTypeOf(window()).toEqualTypeOf<Electron.BrowserWindow | undefined>();
    expectTypeOf(log).parameters.toEqualTypeOf<unknown[]>();
  },
  handle: {
    readNote: {
      input: v.pipe(v.string(), v.transform(Number)),
      run: async (id, { caller }) => {
        expectTypeOf(id).toEqualTypeOf<number>();
        expectTypeOf(caller).toEqualTypeOf<Electron.BrowserWindow>();
        return (await id) > 1 ? { text: 'note' } : null;
      },
    },
    listNotes: { run: () => ['one'] },
    saveNote: {
      input: v.object({ text: v.string(), at: v.optional(v.date()) }),
      async run({ text }) {
        expectTypeOf(text).toEqualTypeOf<string>();
        await text;
      },
    },
    search: { input: v.optional(v.string()), run: (word) => word?.length ?? 0 },
  },
});

it('gives handlers the types of their schemas and results', () => {
  type Of = HandlersOf<typeof main>;
  expectTypeOf<Of['readNote']>().toEqualTypeOf<(input: string) => { text: string } | null>();
  expectTypeOf<Of['listNotes']>().toEqualTypeOf<(input?: undefined) => string[]>();
  expectTypeOf<Of['saveNote']>().toEqualTypeOf<(input: { text: string; at?: Date | undefined }) => void>();
  expectTypeOf<Of['search']>().toEqualTypeOf<(input?: string | undefined) => number>();
});

it('does not compile a wrong definition', () => {
  // @ts-expect-error: a key with a slip
  expectTypeOf(() => defineMain({ raedy: () => 1 }));
  // @ts-expect-error: takes what the schema does not give
  expectTypeOf(() => defineMain({ handle: { a: { input: v.string(), run: (at: Date) => at } } }));
});
