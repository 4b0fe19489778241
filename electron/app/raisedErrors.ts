/**
 * Errors that main has handled and that Electron raises again where nobody can catch them: an error while sending an
 * upload (`ClientRequest.write`) is also an event of an inner stream, which has no listener (Electron 33 to 45).
 */
const handled = new WeakSet<Error>();

export function markHandled(error: Error): void {
  handled.add(error);
}

export const isHandled = (error: unknown): boolean => error instanceof Error && handled.has(error);
