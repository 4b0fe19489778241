/** Messages of any sender and shape on every channel: none throws in main, or has an effect without the right ones. */
import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, expect, it, vi } from 'vitest';
import { Messages, NOTHING, refusedMessages } from '../../../../electron/common/messages.ts';
import { Origins } from '../../../../electron/common/origins.ts';
import { trust } from '../../../../electron/common/trusted.ts';
import { CHANNELS } from '../../../../electron/shared/channels.ts';
import { TELEMETRY_CHANNELS } from '../../../../electron/shared/telemetryMessages.ts';
import { answerInvoke } from '../../../../electron/shell/extension/extension.ts';
import type { Context, Main } from '../../../../electron/shell/extension/main.ts';
import {
  A_CONSENT,
  A_FAULT_AND_ID,
  A_THROWN_AND_ID,
  AN_ID,
  setupPageMessages,
} from '../../../../electron/shell/ipc/pageMessages.ts';
import type { Shell } from '../../../../electron/shell/window/shell.ts';
import { VALID } from '../../../e2e/security/doors.ts';
import { electron } from '../stubElectron.ts';
import { a, b, telemetry, withSdk } from './sdkHarness.ts';

vi.mock('electron', async () => (await import('../stubElectron.ts')).electron);
vi.mock('@sentry/electron/main', async () => (await import('../stubElectron.ts')).loadSdk());

const SEED = 20261121;
const MESSAGES = 2_500;

/** What the app did. */
const effect = vi.fn<() => void>();
const SHAPES: Record<string, v.GenericSchema> = {
  [CHANNELS.ready]: NOTHING,
  [CHANNELS.waiting]: NOTHING,
  [CHANNELS.showing]: A_FAULT_AND_ID,
  [CHANNELS.cleared]: AN_ID,
  [CHANNELS.lost]: A_THROWN_AND_ID,
  [CHANNELS.retry]: NOTHING,
  [CHANNELS.online]: NOTHING,
  [CHANNELS.consent]: A_CONSENT,
  [CHANNELS.signOut]: NOTHING,
};

const lines: string[] = [];
// Before the SDK, which wraps the console.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation((line) => lines.push(line)));
withSdk(({ id }) => id === a.id);
beforeAll(() => {
  const messages = new Messages(new Origins());
  setupPageMessages({
    messages,
    shell: {
      at() {
        return this;
      },
      ...{ send: effect, pageShows: effect, pageLost: effect, reload: effect },
      get asks() {
        return effect();
      },
    } as unknown as Shell,
    choose: () => Promise.resolve(),
    online: effect,
    signOut: () => Promise.resolve(effect()),
  });
  const main = { handle: { readNote: { run: effect } } } as Main;
  const context = { window: () => ({}) } as Context;
  const failures = { messages, report: () => undefined, note: () => undefined };
  trust(() => [a]);
  answerInvoke(main, context, failures);
  messages.answer(TELEMETRY_CHANNELS.settings, NOTHING, () => telemetry.isOn);
});

const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withTypedArray: true, maxDepth: 3 }),
  fc.constantFrom<unknown>(...['on', 'off', 1, Number.NaN, Number.POSITIVE_INFINITY], { what: 'input' }),
  fc.constantFrom('', '{}', 'null', '[]', '{}\n{}', '{}\n{"type":"event"}\n', '{"breadcrumbs":[{},null]}'),
  fc.json(),
  fc.uint8Array(),
);
const channels = Object.keys(VALID);
const APP_FRAME = { origin: 'app://shell', parent: null };
const message = fc.record({
  channel: fc.constantFrom(...channels),
  sender: fc.constantFrom(a, b, { id: 4711, isDestroyed: () => false }),
  senderFrame: fc.constantFrom(
    APP_FRAME,
    { ...APP_FRAME, parent: {} },
    { ...APP_FRAME, origin: 'https://example.com' },
    { ...APP_FRAME, origin: 'app://shell.example.com' },
    { ...APP_FRAME, origin: 'null' },
    null,
  ),
  args: fc.oneof(fc.array(anything, { maxLength: 3 }), fc.constant('valid' as const)),
});

it(`of ${MESSAGES} messages none has an effect without the right sender and shape (seed ${SEED})`, async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => uncaught.push(error);
  process.on('unhandledRejection', note);
  const refusedOf = (channel: string) => refusedMessages().get(channel) ?? 0;
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(message, async ({ channel, sender, senderFrame, args }) => {
      const given = args === 'valid' ? (VALID[channel] ?? []) : args;
      const before = { effects: effect.mock.calls.length, refused: refusedOf(channel) };
      const event = { sender, senderFrame };
      const handler = electron.ipcMain.handlers.get(channel);
      let answered = true;
      try {
        await (handler ? handler(event, ...given) : electron.ipcMain.emit(channel, event, ...given));
      } catch {
        answered = false;
      }
      const isRight = sender === a && senderFrame === APP_FRAME;
      const shape = SHAPES[channel];
      const isShaped = args === 'valid' || (shape ? v.is(shape, args) : undefined);
      const refused = refusedOf(channel) - before.refused;
      if (!isRight || isShaped === false) {
        expect(refused, `${channel} refused`).toBe(1);
        expect(effect).toHaveBeenCalledTimes(before.effects);
        expect(answered).toBe(handler === undefined);
      } else if (isShaped) {
        accepted += 1;
        expect(refused, `${channel} taken`).toBe(0);
        if (shape) expect(effect).toHaveBeenCalledTimes(before.effects + 1);
      } else {
        // Whatever the SDK's channels carry is read in turns, more of them on a slow machine, and may be refused after that.
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      }
    }),
    { seed: SEED, numRuns: MESSAGES },
  );
  // The SDK handles some messages later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  process.off('unhandledRejection', note);
  expect(uncaught).toEqual([]);
  expect(accepted).toBeGreaterThan(25);
  expect([...refusedMessages().keys()].sort()).toEqual([...channels].sort());
  // One line for each channel, without the messages' content.
  expect(lines).toHaveLength(channels.length);
  for (const line of lines)
    expect(line).toMatch(/^A message on [\w:.-]+ was refused: (it did not come|it cannot be|this channel)/);
}, 120_000);
