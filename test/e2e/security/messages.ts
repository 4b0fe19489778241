/** Every channel that main listens on, with arguments that it accepts from the right page. */
import {
  CHANNELS,
  EMPTIED_CHANNEL,
  GOING_CHANNEL,
  OVER_BUDGET_CHANNEL,
} from '../../../electron/shared/channels.ts';
import { TELEMETRY_CHANNELS } from '../../../electron/shared/telemetry.ts';

const ID = '0'.repeat(32);
const FAULT = { id: ID, kind: 'script', url: '/', at: 1, retryable: false };
const ENVELOPE = '{}\n{"type":"event"}\n{"message":"made up"}';

/** A log, or a metric. */
const DETAIL = {
  timestamp: 1,
  trace_id: ID,
  level: 'info',
  body: 'made up',
  name: 'made up',
  type: 'counter',
  value: 1,
};

export const VALID: Readonly<Record<string, readonly unknown[]>> = {
  [CHANNELS.ready]: [],
  [CHANNELS.waiting]: [],
  [CHANNELS.showing]: [FAULT],
  [CHANNELS.cleared]: [ID],
  [CHANNELS.lost]: [{ kind: 'script', detail: 'made up' }],
  [CHANNELS.retry]: [],
  [GOING_CHANNEL]: ['app://shell/', false],
  [EMPTIED_CHANNEL]: [],
  [OVER_BUDGET_CHANNEL]: [CHANNELS.ready, 1],
  [CHANNELS.online]: [],
  [CHANNELS.consent]: ['off'],
  [CHANNELS.signIn]: [],
  [CHANNELS.signOut]: [],
  [CHANNELS.mayPrint]: [],
  [CHANNELS.invoke]: ['readNote', null],
  [TELEMETRY_CHANNELS.settings]: [],
  [TELEMETRY_CHANNELS.report]: [{ what: 'input' }],
  'sentry-ipc.start': [],
  'sentry-ipc.scope': [JSON.stringify({ tags: { made: 'up' } })],
  'sentry-ipc.envelope': [ENVELOPE],
  'sentry-ipc.feedback': [ENVELOPE],
  'sentry-ipc.structured-log': [DETAIL],
  'sentry-ipc.metric': [DETAIL],
};
