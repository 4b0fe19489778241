/** A server that takes envelopes, for tests that look at events only. */
import { startEnvelopeServer } from './envelopeServer.ts';
import { until } from './until.ts';

/** An event as far as tests look at it. */
export interface ReceivedEvent {
  event_id: string;
  level?: string;
  tags?: Record<string, string>;
  exception?: { values: { type: string; value: string; mechanism?: { handled?: boolean } }[] };
  contexts?: {
    fault?: { kind: string; code?: string | number; title: string; detail?: string; url: string };
  };
}

export interface Ingest {
  /** What the app is given as its DSN. */
  dsn: string;
  events(): ReceivedEvent[];
  /** Waits for the event with this id. */
  event(id: string): Promise<ReceivedEvent>;
  close(): Promise<void>;
}

/** @param port the one to listen on again; 0 for any that is free */
export async function startIngest(port = 0): Promise<Ingest> {
  const { dsn, items, close } = await startEnvelopeServer(port);
  const events = () => items('event').map(({ payload }) => payload as ReceivedEvent);
  return {
    dsn,
    events,
    event: (id) =>
      until(
        () => `the report ${id}; there are ${events().map((one) => one.event_id)}`,
        () => events().find(({ event_id }) => event_id === id),
      ),
    close,
  };
}
