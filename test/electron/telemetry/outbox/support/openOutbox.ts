/** A real outbox: real clock, real disk, HTTP made by Node, and no wait before the first send. */
import { Outbox, type OutboxOptions } from '../../../../../electron/telemetry/outbox/outbox.ts';
import { nodeRequest } from './loopback.ts';

export function openOutbox(
  folder: string,
  url: string,
  options: Partial<OutboxOptions> = {},
): { outbox: Outbox; transport: ReturnType<Outbox['transport']> } {
  const outbox = new Outbox({
    folder,
    mode: 'on',
    request: nodeRequest,
    random: () => 0,
    ...options,
  });
  return { outbox, transport: outbox.transport({ url, recordDroppedEvent: () => undefined }) };
}
