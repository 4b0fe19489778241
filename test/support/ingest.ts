/** A server for tests that only look at events. */
import { type EnvelopeServer, startEnvelopeServer } from './envelopeServer.ts';
import { until } from './until.ts';

/** The parts of an event that tests look at. */
export interface ReceivedEvent {
  event_id: string;
  level?: string;
  tags?: Record<string, string>;
  exception?: { values: { type: string; value: string; mechanism?: { handled?: boolean } }[] };
  contexts?: {
    fault?: { kind: string; code?: string | number; title: string; detail?: string; url: string };
    trace?: { trace_id: string; parent_span_id?: string };
    electron?: Record<string, string>;
  };
}

export interface Ingest {
  /** The app's DSN. */
  dsn: string;
  events(): ReceivedEvent[];
  /** Waits for the event with this id. */
  /** @param id the whole id or its beginning, as the error page shows it */
  event(id: string): Promise<ReceivedEvent>;
  /** Waits for an item of this type. */
  item: EnvelopeServer['item'];
  close(): Promise<void>;
}

/** @param port a port to listen on again; 0 for any free one */
export async function startIngest(port = 0): Promise<Ingest> {
  const { dsn, items, item, close } = await startEnvelopeServer(port);
  const events = () => items('event').map(({ payload }) => payload as ReceivedEvent);
  return {
    dsn,
    events,
    event: (id) =>
      until(
        () => `the report ${id}; there are ${events().map((one) => one.event_id)}`,
        () => events().find(({ event_id }) => event_id.startsWith(id)),
      ),
    item,
    close,
  };
}
