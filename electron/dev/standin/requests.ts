/** Every request of every page, frame and worker, before it leaves: answered, let pass or refused. */
import type { Chromium } from './chromium.ts';
import { type Answer, answer, ownScheme } from './protocol.ts';
import { throwLater } from './serial.ts';
import { notImplemented } from './strict.ts';
import { fromChromium, toChromium } from './urls.ts';

/** The parts of CDP's Fetch.requestPaused that are used. */
interface Paused {
  requestId: string;
  networkId?: string;
  frameId: string;
  resourceType: string;
  redirectedRequestId?: string;
  request: {
    url: string;
    urlFragment?: string;
    method: string;
    headers: Record<string, string>;
    hasPostData?: boolean;
    postDataEntries?: { bytes?: string }[];
  };
}

export interface DocumentRequest {
  frameId: string;
  url: string;
  method: string;
  isRedirect: boolean;
}

/** The page that a request belongs to. */
export interface Requester {
  owns(frameId: string): boolean;
  /** Asks the app whether a document may be loaded. */
  mayRequest(request: DocumentRequest): Promise<boolean>;
  /** Chromium knows no such error: the page must name it when the load fails. */
  failAs(loader: string, error: string): void;
  /** The process that asked. */
  sawProcess(pid: number): void;
}

export class Requests {
  private readonly chromium: Chromium;
  private readonly requesters = new Set<Requester>();

  constructor(chromium: Chromium) {
    this.chromium = chromium;
  }

  /** Begins to look at requests; until then none is held back. */
  async start(): Promise<void> {
    this.chromium.browser.on('Fetch.requestPaused', (paused) => {
      this.decide(paused as Paused).catch((error) => {
        throwLater(error);
        void this.fail(paused.requestId, 'Failed');
      });
    });
    await this.chromium.browser.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  }
  add(requester: Requester): void {
    this.requesters.add(requester);
  }
  remove(requester: Requester): void {
    this.requesters.delete(requester);
  }

  private async decide(paused: Paused): Promise<void> {
    const { requestId, networkId, frameId, resourceType, request } = paused;
    // Electron's requests keep what is behind the `#`.
    const url = fromChromium(request.url + (request.urlFragment ?? ''), ownScheme());
    const requester = [...this.requesters].find((page) => page.owns(frameId));
    // A window that a page opened, a service worker: nothing of the app asks, so nothing leaves.
    if (!requester) return await this.fail(requestId, 'BlockedByClient');
    const pid = /^(\d+)\.\d+$/.exec(networkId ?? '')?.[1];
    if (pid !== undefined) requester.sawProcess(Number(pid));
    // Chromium fetches an icon for its tab. Electron has no tabs, and does not.
    if (resourceType === 'Other' && request.headers.Accept?.startsWith('image/'))
      return await this.fail(requestId, 'Aborted');
    if (resourceType === 'Document') {
      const isRedirect = paused.redirectedRequestId !== undefined;
      const may = await requester.mayRequest({ frameId, url, method: request.method, isRedirect });
      if (!may) return await this.fail(requestId, 'Aborted');
    }
    if (!url.startsWith(`${ownScheme()}://`)) return await this.send('Fetch.continueRequest', { requestId });
    const reply = await answer({
      url,
      method: request.method,
      headers: headersFromChromium(request.headers),
      body: bodyOf(request),
    });
    await this.fulfill(paused, requester, reply);
  }

  private async fail(
    requestId: string,
    errorReason: 'BlockedByClient' | 'Aborted' | 'Failed',
  ): Promise<void> {
    await this.send('Fetch.failRequest', { requestId, errorReason });
  }
  private async fulfill(paused: Paused, requester: Requester, reply: Answer): Promise<void> {
    const { requestId, networkId = '' } = paused;
    if ('error' in reply) {
      requester.failAs(networkId, `net::${reply.error}`);
      return await this.fail(requestId, 'Failed');
    }
    await this.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: reply.status,
      responseHeaders: reply.headers.map(([name, value]) => ({ name, value: headerToChromium(name, value) })),
      body: reply.body.toString('base64'),
    });
  }
  /** A request may be given up by its page while it is answered: then Chromium no longer knows it. */
  private async send(
    method: 'Fetch.continueRequest' | 'Fetch.failRequest' | 'Fetch.fulfillRequest',
    params: object,
  ): Promise<void> {
    await this.chromium.browser.send(method, params as never).catch((error: Error) => {
      if (process.env.HOLDFAST_STANDIN_DEBUG) console.error('stand-in:', error.message);
    });
  }
}

/** Throws for what Chromium does not show, such as a file in a form: a part of a body would be a guess. */
function bodyOf({ method, url, hasPostData, postDataEntries = [] }: Paused['request']): Buffer | undefined {
  if (!hasPostData) return undefined;
  if (postDataEntries.length === 0 || postDataEntries.some(({ bytes }) => bytes === undefined))
    throw notImplemented(`the body of ${method} ${url}, which holds a file or a blob,`);
  return Buffer.concat(postDataEntries.map(({ bytes }) => Buffer.from(bytes as string, 'base64')));
}

/** Headers that hold addresses have them as the app knows them. The referrer is no header in Electron. */
function headersFromChromium(headers: Record<string, string>): Record<string, string> {
  const named = Object.entries(headers).filter(([name]) => !/^referer$/i.test(name));
  return Object.fromEntries(
    named.map(([name, value]) => [name, /^origin$/i.test(name) ? fromChromium(value, ownScheme()) : value]),
  );
}
function headerToChromium(name: string, value: string): string {
  return /^(location|access-control-allow-origin)$/i.test(name) ? toChromium(value, ownScheme()) : value;
}
