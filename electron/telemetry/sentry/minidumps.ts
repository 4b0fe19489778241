/** Tells reports of native crashes from others, and of which run they are. */
import type { Envelope, Event, EventHint } from '@sentry/core';

const MINIDUMP = 'event.minidump';

/** Whether an event is about to be sent with the dump of a crashed process. */
export function isMinidump({ attachments = [] }: EventHint): boolean {
  return attachments.some(({ attachmentType }) => attachmentType === MINIDUMP);
}

/** Whether this envelope holds the dump of a crashed process. */
export function holdsMinidump(envelope: Envelope): boolean {
  const items = envelope[1] as [{ attachment_type?: string }, unknown][];
  return items.some(([{ attachment_type }]) => attachment_type === MINIDUMP);
}

/**
 * Whether a minidump's event is of the run before this one. The SDK looks for dumps at the start, and when a process has
 * gone in this run; only then does it know the reason, and set it as a tag.
 */
export function isOfLastRun({ tags }: Event): boolean {
  return tags?.['exit.reason'] === undefined;
}
