/**
 * Makes captures synchronous, so that an event is on disk when `captureException` returns.
 *
 * The SDK hands an event to the transport in the same call, unless one of its integrations returns a promise. Five of the
 * default ones do. An error captured right before the process ends would be lost, and so would all but 64 at once.
 */
import { freemem } from 'node:os';
import type { Client, Contexts, Event, Integration } from '@sentry/core';

/** What they look up rarely changes, so it is done ahead. */
const LOOKED_UP_AHEAD = ['AdditionalContext', 'Context', 'GpuContext'];
/** Source lines come from uploaded source maps; screenshots would show what replays mask. */
const LEFT_OUT = ['ContextLines', 'Screenshots'];

/**
 * Returns the SDK's default integrations without those that make a capture wait. Events have no GPU until Electron is
 * `ready`, and right at the start no OS version.
 */
export function syncIntegrations(
  integrations: readonly Integration[],
  ready: Promise<unknown>,
): Integration[] {
  const kept = integrations.filter(({ name }) => !LEFT_OUT.includes(name));
  return kept.map((one) => (LOOKED_UP_AHEAD.includes(one.name) ? lookingAhead(one, ready) : one));
}

function lookingAhead(integration: Integration, ready: Promise<unknown>): Integration {
  let known: Contexts = {};
  const lookUp = async (client: Client) => {
    const event = await integration.processEvent?.({ contexts: {} } as Event, {}, client);
    known = event?.contexts ?? {};
  };
  return {
    ...integration,
    afterAllSetup(client) {
      integration.afterAllSetup?.(client);
      // Electron knows the GPU only once the app is ready.
      if (integration.name !== 'GpuContext') void lookUp(client);
      void ready.then(() => lookUp(client));
    },
    processEvent: (event) => ({ ...event, contexts: merged(known, event.contexts) }),
  };
}

/** The event's own contexts win; free memory is read anew. */
function merged(known: Contexts, own: Contexts | undefined): Contexts {
  const contexts: Contexts = { ...known, ...own };
  for (const [name, context] of Object.entries(known)) {
    if (context) contexts[name] = { ...context, ...own?.[name] };
  }
  if (contexts.device?.free_memory) contexts.device.free_memory = freemem();
  return contexts;
}
