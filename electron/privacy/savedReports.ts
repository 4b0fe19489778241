/** Help → Reports: what waits on this computer, and its end. */
import type { MessageBoxOptions } from 'electron';

/** Reports on disk, and their bytes. */
export interface Saved {
  count: number;
  bytes: number;
}

export interface ReportStore {
  saved(): Saved;
  /** Removes them all; throws Error that says what could not be removed. */
  erase(): void;
}

/** Several places as one. What one of them throws comes after the others have been erased. */
export function together(stores: readonly ReportStore[]): ReportStore {
  return {
    saved: () =>
      stores
        .map((store) => store.saved())
        .reduce((sum, { count, bytes }) => ({ count: sum.count + count, bytes: sum.bytes + bytes })),
    erase() {
      const failures: unknown[] = [];
      for (const store of stores) {
        try {
          store.erase();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** A number of bytes as a person reads it, with decimal units. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return bytes < 999_500 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The button that erases, by its place in the dialog. */
export const ERASE = 0;

/** The question before all is erased; a remark if there is nothing. */
export function eraseQuestion({ count, bytes }: Saved): MessageBoxOptions {
  if (count === 0)
    return { type: 'info', message: 'No reports are saved on this computer.', buttons: ['OK'] };
  const reports = count === 1 ? '1 saved report' : `${count} saved reports`;
  return {
    type: 'question',
    message: `Erase ${reports} (${sizeText(bytes)})?`,
    detail: 'They have not been sent, and cannot be brought back. What was sent before stays where it is.',
    buttons: ['Erase', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  };
}
