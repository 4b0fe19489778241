/**
 * Captures that are on disk when `captureException` returns.
 *
 * The SDK prepares an event through its integrations, and hands it to the transport in the same call as long
 * as none of them returns a promise. Five of its defaults do, so that an error captured right before the
 * process ends would be lost, and of more than 64 errors at once all others are.
 */
import { freemem } from 'node:os';
import type { Client, Contexts, Event, Integration } from '@sentry/core';

/** They look up what rarely changes, so it can be done before the first event. */
const LOOKED_UP_AHEAD = ['AdditionalContext', 'Context', 'GpuContext'];
/** Source lines come from the source maps that are uploaded; screenshots show what replays mask. */
const LEFT_OUT = ['ContextLines', 'Screenshots'];

/**
 * The SDK's default integrations, none of which makes a capture wait. An event from before the look-ups have ended has no
 * GPU, and right at the start no OS version. `ready` resolves when Electron is.
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
      // Electron answers for the GPU only once the app is ready.
      if (integration.name !== 'GpuContext') void lookUp(client);
      void ready.then(() => lookUp(client));
    },
    processEvent: (event) => ({ ...event, contexts: merged(known, event.contexts) }),
  };
}

/** The event's own contexts win over those looked up earlier; free memory is read now. */
function merged(known: Contexts, own: Contexts | undefined): Contexts {
  const contexts: Contexts = { ...known, ...own };
  for (const [name, context] of Object.entries(known)) {
    if (context) contexts[name] = { ...context, ...own?.[name] };
  }
  if (contexts.device?.free_memory) contexts.device.free_memory = freemem();
  return contexts;
}
