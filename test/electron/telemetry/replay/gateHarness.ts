/** The replay gate with a fake clock, and pages that follow its commands. */
import { createCounters, LIMITS } from '../../../../electron/shared/limitValues/limits.ts';
import type { PageReport, ReplayCommand } from '../../../../electron/shared/telemetryMessages.ts';
import { createGate, type Power, type ReplayGate } from '../../../../electron/telemetry/replay/gate.ts';
import type { SegmentDecision } from '../../../../electron/telemetry/replay/segment.policy.ts';

export const READY: PageReport = { what: 'ready' };
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

export const PAUSE = LIMITS.replayIdlePause.value * SECOND;
export const EXPIRY = LIMITS.replayIdleExpiry.value * SECOND;
export const MAXIMUM = LIMITS.replayMaximum.value * SECOND;

export type Sent = Record<'window' | 'number' | 'began' | 'end' | 'at', number> & { replayId: string };
type Recorder = { replayId?: string; state: 'off' | 'on' | 'paused'; since: number };

export class GateHarness {
  now = Date.UTC(2026, 10, 20);
  readonly commands: [number, ReplayCommand][] = [];
  readonly discarded: string[] = [];
  readonly startedBy: [replayId: string, eventId: string][] = [];
  readonly sent: Sent[] = [];
  readonly held: Sent[] = [];
  readonly counters = createCounters();
  readonly gate: ReplayGate;
  /** A window's session storage, which survives reloads and crashes. */
  readonly stored = new Map<number, string>();
  readonly recorders = new Map<number, Recorder>();
  #ids = 0;

  constructor(sample = { session: 1, onError: 0 }, random: () => number = () => 0) {
    this.gate = createGate({
      sample,
      random,
      counters: this.counters,
      command: (window, command) => {
        this.commands.push([window, command]);
        this.pending.push(() => this.#obey(window, command));
      },
      startedBy: (replayId, eventId) => this.startedBy.push([replayId, eventId]),
      discard: (replayId) => {
        this.discarded.push(replayId);
        this.#drop(replayId);
      },
    });
  }

  readonly pending: (() => void)[] = [];

  deliver(): this {
    for (let one = this.pending.shift(); one; one = this.pending.shift()) one();
    return this;
  }

  /** Moves the clock and runs the gate's timer whenever it is due. */
  wait(time: number): this {
    const until = this.now + time;
    for (let due = this.gate.nextTick(); due !== undefined && due <= until; due = this.gate.nextTick()) {
      this.now = due;
      this.gate.tick(this.now);
      this.deliver();
    }
    this.now = until;
    return this;
  }

  /** Moves the clock while no timer runs, as in sleep. */
  sleep(time: number): this {
    this.now += time;
    return this;
  }

  open(window = 1): this {
    this.gate.consent(true, this.now);
    return this.load(window);
  }

  load(window = 1): this {
    this.recorders.set(window, { state: 'off', since: this.now });
    this.gate.hear(window, READY, this.now);
    return this.deliver();
  }

  input(window = 1): this {
    this.gate.hear(window, { what: 'input' }, this.now);
    return this.deliver();
  }

  /** The first window's recorder ends its replay on its own. */
  stops(reason: string): this {
    const recorder = this.recorders.get(1);
    const replayId = recorder?.replayId ?? '';
    if (recorder) this.#end(1, recorder);
    this.gate.hear(1, { what: 'ended', replayId, reason }, this.now);
    return this.deliver();
  }

  power(event: Power): this {
    this.gate.power(event, this.now);
    return this.deliver();
  }

  replayId = (window = 1) => this.recorders.get(window)?.replayId;
  state = (window = 1) => this.recorders.get(window)?.state;

  segment(window = 1, replayId = this.replayId(window) ?? '', bytes = 1000): SegmentDecision {
    const start = this.recorders.get(window)?.since ?? this.now;
    const base = { window, replayId, end: this.now, at: this.now };
    const decision = this.gate.segment(window, { ...base, start, bytes }, this.now);
    if (decision.do === 'send') this.sent.push({ ...base, ...decision });
    if (decision.do === 'hold') this.held.push({ ...base, number: -1, began: start });
    this.deliver();
    return decision;
  }

  /** Reports an error, and sends its held replay as main does. */
  error(window?: number) {
    const link = this.gate.link(window, 'error', this.now);
    if (!link.release || link.replayId === undefined) return link;
    const mine = this.held.filter(({ replayId }) => replayId === link.replayId);
    this.#drop(link.replayId);
    for (const one of mine)
      this.sent.push({ ...one, ...this.gate.release(one.replayId, mine[0]?.began ?? this.now) });
    this.deliver();
    return link;
  }

  told(window = 1): string[] {
    const mine = this.commands.filter(([to]) => to === window).map(([, command]) => command);
    this.commands.splice(0, this.commands.length, ...this.commands.filter(([to]) => to !== window));
    return mine.map((command) => (command.do === 'stop' && command.flush ? 'stop+flush' : command.do));
  }

  #drop(replayId: string): void {
    this.held.splice(0, this.held.length, ...this.held.filter((one) => one.replayId !== replayId));
  }

  #obey(window: number, command: ReplayCommand): void {
    const recorder = this.recorders.get(window);
    if (!recorder) return;
    const flushes = command.do === 'flush' || (command.do === 'stop' && command.flush);
    if (flushes && recorder.state === 'on') this.segment(window);
    if (command.do === 'stop' || command.do === 'renew') this.#end(window, recorder);
    if (command.do === 'pause' && recorder.state === 'on') recorder.state = 'paused';
    if (command.do === 'resume' && recorder.state === 'paused') recorder.state = 'on';
    if (!['record', 'renew'].includes(command.do) || recorder.state !== 'off') return;
    const replayId = this.stored.get(window) ?? `replay-${++this.#ids}`;
    this.stored.set(window, replayId);
    Object.assign(recorder, { state: 'on', replayId, since: this.now });
    // The report follows the command that started it.
    this.pending.push(() => this.gate.hear(window, { what: 'started', replayId }, this.now));
  }

  #end(window: number, recorder: Recorder): void {
    this.stored.delete(window);
    Object.assign(recorder, { state: 'off', replayId: undefined });
  }
}
