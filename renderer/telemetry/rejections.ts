/** Names what a promise was rejected with, and is no error, as the SDK's own handler does. */
import { type Integration, isPrimitive } from '@sentry/core';

const REJECTION = 'auto.browser.global_handlers.onunhandledrejection';

export const rejectionIntegration: Integration = {
  name: 'Rejections',
  processEvent(event, { mechanism, originalException: reason }) {
    const exception = event.exception?.values?.[0];
    if (!exception || mechanism?.type !== REJECTION || reason instanceof Error) return event;
    exception.type = 'UnhandledRejection';
    exception.value = isPrimitive(reason)
      ? `Non-Error promise rejection captured with value: ${String(reason)}`
      : exception.value?.replace(' captured as exception ', ' captured as promise rejection ');
    return event;
  },
};
