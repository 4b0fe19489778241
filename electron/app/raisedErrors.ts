/**
 * Errors that main has dealt with, and that Electron raises once more where nobody can catch them: what fails while an
 * upload is sent (`ClientRequest.write`) is also an event of a stream inside, which has no listener (Electron 33 to 45).
 */
const handled = new WeakSet<Error>();

export function markHandled(error: Error): void {
  handled.add(error);
}

export const isHandled = (error: unknown): boolean => error instanceof Error && handled.has(error);
