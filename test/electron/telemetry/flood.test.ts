/** The flood limits at the transport, with a real file and a clock of numbers. */
import { join } from 'node:path';
import type { BaseTransportOptions, Envelope, Event } from '@sentry/core';
import { beforeEach, expect, it } from 'vitest';
import { createFlood, type Flood } from '../../../electron/telemetry/flood.ts';
import { testFolder } from '../testFolder.ts';

const HOUR = 3_600_000;
let folder: string;
let now: number;
let sent: Event[];
let lines: string[];
beforeEach(() => {
  folder = testFolder();
  now = 1e12;
  sent = [];
  lines = [];
});

function start(): { flood: Flood; fail(message: string): void } {
  const flood = createFlood({
    file: join(folder, 'telemetry', 'flood.json'),
    limits: { perHour: 3, perDay: 100 },
    now: () => now,
    onSuppressed: () => undefined,
    log: (line) => lines.push(line),
  });
  const inner = {
    send: (envelope: Envelope) => {
      sent.push(envelope[1][0]?.[1] as Event);
      return Promise.resolve({});
    },
    flush: () => Promise.resolve(true),
  };
  const transport = flood.wrap(() => inner)({
    recordDroppedEvent: () => undefined,
  } as unknown as BaseTransportOptions);
  const fail = (message: string) =>
    void transport.send([{}, [[{ type: 'event' }, { message, fingerprint: ['x'] }]]] as unknown as Envelope);
  return { flood, fail };
}
const words = () => sent.map(({ message }) => message);

it('counts over restarts, and sends the newest when its hour is over, redacted and with the number', async () => {
  const first = start();
  for (let i = 0; i < 10; i++) first.fail(`a ${i} of me@example.com`);
  expect(words()).toEqual(['a 0 of me@example.com', 'a 1 of me@example.com']);
  first.flood.save();
  const second = start();
  second.fail('b of me@example.com');
  second.flood.save();
  expect(sent.length).toBe(2);
  now += HOUR;
  start();
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[2]).toMatchObject({ message: 'b of ***', contexts: { flood: { suppressed: 8 } } });
  expect(lines).toEqual([]);
});

it('begins anew after it was erased', () => {
  const { flood, fail } = start();
  for (let i = 0; i < 10; i++) fail('a');
  expect(flood.held()).toBe(1);
  flood.erase();
  expect(flood.held()).toBe(0);
  fail('a');
  expect(sent.length).toBe(3);
});
