/**
 * The SDK's default integrations, chosen one by one so that what is not used is neither loaded nor run.
 *
 * None makes a capture wait: the SDK hands an event to the transport in the same call unless an integration returns a
 * promise. An error captured right before the process ends would be lost, and so would all but 64 at once.
 */
import { freemem } from 'node:os';
import type { Client, Contexts, Event, Integration } from '@sentry/core';
import * as Sentry from '@sentry/electron/main';

/**
 * The SDK's, in its order, without those that sdk.test.ts names with reasons. Events have no GPU until Electron is
 * `ready`, and right at the start no OS version.
 * @param ready resolves when Electron is `ready`
 */
export function mainIntegrations(ready: Promise<unknown>): Integration[] {
  return [
    Sentry.sentryMinidumpIntegration(),
    Sentry.electronBreadcrumbsIntegration(),
    Sentry.electronNetIntegration(),
    Sentry.electronContextIntegration(),
    // No events: a process that is gone is a fault, or has a minidump.
    Sentry.childProcessIntegration({ events: false }),
    lookingAhead(Sentry.additionalContextIntegration(), ready),
    // Electron knows the GPU only once it is ready.
    lookingAhead(Sentry.gpuContextIntegration(), ready, false),
    Sentry.mainProcessSessionIntegration(),
    Sentry.eventFiltersIntegration(),
    Sentry.functionToStringIntegration(),
    Sentry.linkedErrorsIntegration(),
    Sentry.consoleIntegration(),
    Sentry.nativeNodeFetchIntegration(),
    lookingAhead(Sentry.nodeContextIntegration({ cloudResource: false, culture: false }), ready),
    cultureIntegration,
    Sentry.normalizePathsIntegration(),
  ];
}

/** The SDK's own asks while it is created, and loads a foreign locale: a fifth of main's start. */
const cultureIntegration: Integration = {
  name: 'Culture',
  processEvent(event) {
    // The SDK asks its processors right at the start for what they would add to an event.
    if (!event.event_id) return event;
    const { locale, timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    return {
      ...event,
      contexts: { ...event.contexts, culture: { locale, timezone, ...event.contexts?.culture } },
    };
  },
};

/** What these look up rarely changes, so it is done ahead: when Electron is ready, and at the start too if `atStart`. */
function lookingAhead(integration: Integration, ready: Promise<unknown>, atStart = true): Integration {
  let known: Contexts = {};
  const lookUp = async (client: Client) => {
    const event = await integration.processEvent?.({ contexts: {} } as Event, {}, client);
    known = event?.contexts ?? {};
  };
  return {
    ...integration,
    afterAllSetup(client) {
      integration.afterAllSetup?.(client);
      if (atStart) void lookUp(client);
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
