/**
 * Main's uses of the SDK's non-public behaviour: it asks an integration what it adds to an event, with an event made
 * for this. The integration's own answer is a promise, and a capture that waits is not on disk when the process ends.
 * An integration that answers only for real events would break this: sdk.test.ts then misses its contexts.
 */
import { freemem } from 'node:os';
import type { Client, Contexts, Event, Integration } from '@sentry/core';
import { app } from 'electron';

const all: Contexts[] = [];

export const lookedUp = (): Contexts => Object.assign({}, ...all);

/** Looks up in advance what rarely changes: when Electron is ready, and also at the start if `atStart`. */
export function lookingAhead(integration: Integration, atStart = true): Integration {
  const known: Contexts = {};
  all.push(known);
  const lookUp = async (client: Client) => {
    const event = await integration.processEvent?.({ contexts: {} } as Event, {}, client);
    Object.assign(known, event?.contexts);
  };
  return {
    ...integration,
    afterAllSetup(client) {
      integration.afterAllSetup?.(client);
      if (atStart) void lookUp(client);
      void app.whenReady().then(() => lookUp(client));
    },
    processEvent(event, hint, client) {
      // The SDK also asks for the attributes of logs, and waits for the answer.
      if (!event.event_id) return integration.processEvent?.(event, hint, client) ?? event;
      return { ...event, contexts: merged(known, event.contexts) };
    },
  };
}

/** The event's own contexts win; free memory is read again. */
function merged(known: Contexts, own: Contexts | undefined): Contexts {
  const contexts: Contexts = { ...known, ...own };
  for (const [name, context] of Object.entries(known)) {
    if (context) contexts[name] = { ...context, ...own?.[name] };
  }
  if (contexts.device?.free_memory) contexts.device.free_memory = freemem();
  return contexts;
}
