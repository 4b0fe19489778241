/**
 * Errors that main has handled and that Electron raises again where nobody can catch them: an error while sending an
 * upload (`ClientRequest.write`) is also an event of an inner stream, which has no listener (Electron 33 to 45).
 */
const handled = new WeakSet<Error>();

export function markHandled(error: Error): void {
  handled.add(error);
}

/**
 * Uploads in chunks. Chromium starts one again if the server closes a kept connection meanwhile. Electron cannot do that:
 * it throws this error, leaves the request open for ever, and does not say which one it was. So all of them end.
 */
export const chunkedUploads = new Set<{ abort(): void }>();
const STARTED_AGAIN = 'two startReading calls???';

export function isHandled(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The app's own errors may have a getter here that throws.
  const message: unknown = Object.getOwnPropertyDescriptor(error, 'message')?.value;
  if (message !== STARTED_AGAIN) return handled.has(error);
  for (const upload of chunkedUploads) upload.abort();
  return true;
}
