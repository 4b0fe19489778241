/** Electron's `protocol`: one privileged scheme, answered by a handler of the app. */
import { STATUS_CODES } from 'node:http';
import { notImplemented, strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** A request as Chromium paused it. */
export interface PausedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  referrer?: string;
  body?: Buffer | undefined;
}
export type Answer =
  | { status: number; statusText: string; headers: [string, string][]; body: Buffer }
  | { error: 'ERR_FAILED' | 'ERR_UNEXPECTED' | 'ERR_UNKNOWN_URL_SCHEME' };

const handlers = new Map<string, Handler>();
let privileged: Electron.CustomScheme[] = [];
let ready = false;

/** The scheme that pages of the app are served under, once it is registered as a privileged one. */
export function ownScheme(): string | undefined {
  return privileged[0]?.scheme;
}

/** After this, schemes can no longer be registered. */
export function schemesAreFinal(): void {
  ready = true;
}

const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD']);

/**
 * Answers a request to the app's scheme from its handler. A handler that throws or returns no Response is logged and
 * ends in ERR_UNEXPECTED, `Response.error()` in ERR_FAILED, as in Electron.
 */
export async function answer(request: PausedRequest): Promise<Answer> {
  const handler = handlers.get(new URL(request.url).protocol.slice(0, -1));
  if (!handler) return { error: 'ERR_UNKNOWN_URL_SCHEME' };
  try {
    const { url, method, referrer } = request;
    const headers = new Headers(request.headers);
    if (headers.get('origin') === 'null') headers.delete('origin');
    const body = METHODS_WITHOUT_BODY.has(method) ? undefined : request.body;
    const given = {
      method,
      headers,
      ...(referrer && { referrer }),
      ...(body && { body: new Uint8Array(body) }),
    };
    const response: unknown = await handler(new Request(url, given));
    if (!(response instanceof Response)) return { error: 'ERR_UNEXPECTED' };
    if (response.type === 'error') return { error: 'ERR_FAILED' };
    const { status } = response;
    return {
      status,
      // Electron gives the status its standard words, whatever the response says.
      statusText: STATUS_CODES[status] ?? '',
      headers: [...response.headers],
      body: Buffer.from(await response.arrayBuffer()),
    };
  } catch (error) {
    console.error(error);
    return { error: 'ERR_UNEXPECTED' };
  }
}

const implemented = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (!Array.isArray(schemes)) throw new Error('Argument must be an array of custom schemes.');
    for (const { privileges } of schemes)
      if (privileges?.codeCache && !privileges.standard)
        throw new Error(
          'Code cache can only be enabled when the custom scheme is registered as standard scheme.',
        );
    if (schemes.length !== 1) throw notImplemented(`${schemes.length} privileged schemes`);
    const { standard, secure, supportFetchAPI, bypassCSP, allowServiceWorkers } =
      schemes[0]?.privileges ?? {};
    // Served as https, the scheme has these whatever is asked: asking for less must not pass unseen.
    if (!standard || !secure || !supportFetchAPI)
      throw notImplemented('a scheme that is not standard and secure and supportFetchAPI');
    if (bypassCSP || allowServiceWorkers)
      throw notImplemented('a scheme with bypassCSP or allowServiceWorkers');
    privileged = schemes;
  },
  handle(scheme: string, handler: Handler): void {
    if (!ready) throw new TypeError('Session can only be received when app is ready');
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    if (scheme !== ownScheme()) throw notImplemented(`protocol.handle('${scheme}') without privileges`);
    handlers.set(scheme, handler);
  },
  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
} satisfies Partial<Electron.Protocol>;

export const protocol = strict(implemented, 'protocol');
