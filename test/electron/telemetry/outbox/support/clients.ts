/** Many machines that come back at the same time, and one server: a simulation in steps of 10 ms. */
import { retryDelay, wakeDelays } from '../../../../../electron/telemetry/outbox/policy.ts';

/**
 * `outbox`: the policy of this project. `stock`: the SDK's store, which knows nothing of the network and
 * tries when its timer fires, 3600 s apart after three hours. `stock, told`: the same, flushed on `online`.
 */
export type Policy = 'outbox' | 'stock' | 'stock, told';

export interface Scenario {
  clients: number;
  /** Milliseconds over which they come back, evenly. */
  returnMs: number;
  /** Envelopes that wait on each machine. */
  errors: number;
  segments: number;
  /** Requests a second above which the server answers 503. */
  capacity: number;
}

export interface Outcome {
  /** Most requests in one second, answered well or not. */
  peak: number;
  requests: number;
  /** Envelopes that the policy threw away, or that still waited after two hours. */
  lost: number;
  /** Seconds until half and until all of the errors that arrived had done so. */
  halfOfErrors: number;
  allErrors: number;
}

const STEP = 10;
const HORIZON = 7_200_000;
const LATENCY = 100;
const CONCURRENCY = 4;
const STOCK_GAP = 100;
const STOCK_TIMER = 3_600_000;

interface Client {
  errors: number;
  segments: number;
  inFlight: number;
  failures: number;
  isProbing: boolean;
  notBefore: number;
  bulkAt: number;
  isStalled: boolean;
}

/** Runs a scenario; `random` in [0, 1). */
export function simulate(policy: Policy, scenario: Scenario, random: () => number): Outcome {
  const agenda = new Map<number, (() => void)[]>();
  const at = (time: number, action: () => void) => {
    const slot = Math.ceil(time / STEP);
    const actions = agenda.get(slot);
    if (actions) actions.push(action);
    else agenda.set(slot, [action]);
  };
  const perSecond = new Map<number, number>();
  const arrivals: number[] = [];
  let requests = 0;
  let now = 0;

  const isTaken = () => {
    const second = Math.floor(now / 1_000);
    const count = (perSecond.get(second) ?? 0) + 1;
    perSecond.set(second, count);
    requests += 1;
    return count <= scenario.capacity;
  };
  const post = (client: Client, done: (isOk: boolean) => void) => {
    const kind = client.errors > 0 ? 'errors' : 'segments';
    client[kind] -= 1;
    client.inFlight += 1;
    const isOk = isTaken();
    at(now + LATENCY, () => {
      client.inFlight -= 1;
      if (isOk && kind === 'errors') arrivals.push(now);
      if (!isOk && policy === 'outbox') client[kind] += 1;
      done(isOk);
    });
  };

  const pump = (client: Client) => {
    while (client.inFlight < (client.isProbing ? 1 : CONCURRENCY)) {
      if (now < client.notBefore || client.errors + client.segments === 0) return;
      if (client.errors === 0 && now < client.bulkAt) {
        at(client.bulkAt, () => pump(client));
        return;
      }
      post(client, (isOk) => {
        client.isProbing = !isOk;
        if (isOk) client.failures = 0;
        else if (now >= client.notBefore) {
          client.failures += 1;
          client.notBefore = now + retryDelay(client.failures, random());
          at(client.notBefore, () => pump(client));
        }
        pump(client);
      });
    }
  };
  const stock = (client: Client) => {
    if (client.errors + client.segments === 0) return;
    // What was answered with 5xx is gone, and nothing is tried after it.
    post(client, (isOk) => {
      client.isStalled = !isOk;
      if (isOk) at(now + STOCK_GAP, () => stock(client));
    });
  };

  const all: Client[] = [];
  for (let n = 0; n < scenario.clients; n += 1) {
    const back = (n / scenario.clients) * scenario.returnMs;
    const { first, bulk } = wakeDelays(random());
    const client: Client = {
      errors: scenario.errors,
      segments: scenario.segments,
      inFlight: 0,
      failures: 0,
      isProbing: true,
      notBefore: 0,
      bulkAt: back + bulk,
      isStalled: false,
    };
    all.push(client);
    if (policy === 'outbox') at(back + first, () => pump(client));
    else if (policy === 'stock') at(back + random() * STOCK_TIMER, () => stock(client));
    else at(back + STOCK_GAP, () => stock(client));
  }
  for (let slot = 0; slot <= HORIZON / STEP && agenda.size > 0; slot += 1) {
    now = slot * STEP;
    // Actions may add to the slot they run in.
    for (const action of agenda.get(slot) ?? []) action();
    agenda.delete(slot);
  }

  arrivals.sort((a, b) => a - b);
  const total = scenario.clients * (scenario.errors + scenario.segments);
  const left = all.reduce((sum, { errors, segments }) => sum + errors + segments, 0);
  const dropped = policy === 'outbox' ? 0 : all.filter(({ isStalled }) => isStalled).length;
  return {
    peak: Math.max(...perSecond.values()),
    requests,
    lost: Math.min(total, left + dropped),
    halfOfErrors: (arrivals[Math.floor(arrivals.length / 2)] ?? Number.NaN) / 1_000,
    allErrors: (arrivals.at(-1) ?? Number.NaN) / 1_000,
  };
}

/** Seeded chance, so that a run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
