/** What the SDK's own handlers capture in this page is a fault: its report says which, as those of main's faults do. */
import type { Client, Integration } from '@sentry/core';
import { tagsOf } from '../../electron/shared/faultTags.ts';
import { faultKindOf, isReported } from '../error/thrown.ts';

const UNCAUGHT = /^auto\.browser\.global_handlers\./;

export const faultIntegration: Integration = {
  name: 'Faults',
  processEvent(event, { mechanism, originalException: error }) {
    const isAbort = error instanceof Error && error.name === 'AbortError';
    return UNCAUGHT.test(mechanism?.type ?? '') && (isAbort || !isReported(error)) ? null : event;
  },
  setup(client: Client) {
    // Only then it is known whether an error was handled.
    client.on('postprocessEvent', (event, hint) => {
      const isHandled =
        event.exception?.values?.every(({ mechanism }) => mechanism?.handled !== false) ?? true;
      if (isHandled || event.contexts?.fault) return;
      const found = faultKindOf(hint?.originalException);
      event.tags = { ...tagsOf(found), ...event.tags };
      const url = location.pathname + location.search;
      event.contexts = { ...event.contexts, fault: { ...found, url } };
    });
  },
};
