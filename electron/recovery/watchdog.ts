/** Runs the watchdog (watchdog.policy.ts) of one window: keeps its state and its one timer. */
import { NOT_SHOWN, type WatchdogEffect, type WatchdogEvent, watch } from './watchdog.policy.ts';

export interface Guard {
  send(event: WatchdogEvent): void;
  /** The window is gone: nothing comes any more. */
  stop(): void;
}

/**
 * @param now milliseconds by a clock that is never set back
 */
export function createGuard(
  onEffect: (effect: WatchdogEffect) => void,
  now = () => performance.now(),
): Guard {
  let state = NOT_SHOWN;
  let timer: NodeJS.Timeout | undefined;
  const send = (event: WatchdogEvent) => {
    const at = now();
    const result = watch(state, event, at);
    state = result.state;
    clearTimeout(timer);
    timer =
      result.checkAt === null
        ? undefined
        : setTimeout(send, Math.ceil(result.checkAt - at), 'check' as const);
    for (const effect of result.effects) onEffect(effect);
  };
  return {
    send,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
