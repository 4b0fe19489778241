/** Ties finished reports to replays: an error, a crash and a hang carry the id of the replay that shows them. */
import type { Envelope, Event } from '@sentry/core';

/** The tag that says which window (`webContents.id`) a report came from. */
export const WINDOW_TAG = 'event.window';

/** Whether a report makes a held replay live: an error, with an exception or without, or a user's feedback. */
export function startsReplay({ type, exception, level }: Event): boolean {
  if (type !== undefined) return type === 'feedback';
  return exception !== undefined || level === 'fatal' || level === 'error';
}

/** The window that a report says it came from. */
export function windowOf(event: Event): number | undefined {
  const tag = event.tags?.[WINDOW_TAG];
  return typeof tag === 'number' ? tag : undefined;
}

/** Writes the replay's id wherever a server looks for it, and takes out any other one. */
export function setReplayId(event: Event, header: Envelope[0], replayId: string | undefined): void {
  const { trace } = header as { trace?: { replay_id?: string } };
  const feedback = event.contexts?.feedback;
  if (replayId !== undefined) {
    event.tags = { ...event.tags, replayId };
    event.contexts = { ...event.contexts, replay: { replay_id: replayId } };
    if (trace) trace.replay_id = replayId;
    if (feedback) feedback.replay_id = replayId;
    return;
  }
  delete event.tags?.replayId;
  delete event.contexts?.replay;
  delete trace?.replay_id;
  delete feedback?.replay_id;
}

/** Whether this envelope holds the dump of a crashed process. */
export function holdsMinidump(envelope: Envelope): boolean {
  const items = envelope[1] as [{ attachment_type?: string }, unknown][];
  return items.some(([{ attachment_type }]) => attachment_type === 'event.minidump');
}

/**
 * Whether a report about a minidump is of the run before this one. The SDK looks for dumps at the start, and
 * when a process has gone in this run; only then does it know, and tag, the reason.
 */
export function isOfLastRun(event: Event): boolean {
  return event.tags?.['exit.reason'] === undefined;
}
