import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { asSender, currentSender, noteSender } from '../../../../electron/telemetry/sentry/sender.ts';

describe('the sender of a message', () => {
  it('is known to the listeners of that message and to nothing after them', async () => {
    const ipc = new EventEmitter();
    const seen: (number | undefined)[] = [];
    ipc.on('message', (window: number) => noteSender(window));
    ipc.on('message', () => seen.push(currentSender()));
    ipc.on('message', async () => {
      await Promise.resolve();
      await Promise.resolve();
      seen.push(currentSender());
    });
    ipc.emit('message', 3);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([3, undefined]);
  });

  it('is forgotten when a listener throws', async () => {
    const ipc = new EventEmitter();
    ipc.on('message', (window: number) => noteSender(window));
    ipc.on('message', () => {
      throw new Error('broken');
    });
    expect(() => ipc.emit('message', 3)).toThrow('broken');
    await Promise.resolve();
    expect(currentSender()).toBeUndefined();
  });

  it('can be set for one capture, also one that throws', () => {
    expect(asSender(5, () => currentSender())).toBe(5);
    expect(() =>
      asSender(5, () => {
        throw new Error('broken');
      }),
    ).toThrow('broken');
    expect(currentSender()).toBeUndefined();
  });
});
