/**
 * The worker's part for page data and pictures of the app's server: of the build that the server has now, with the last
 * answers for when it cannot be reached.
 */
import { LIMITS } from '../../electron/shared/limits.ts';
import { decoded } from '../../electron/shared/match.ts';
import { currentBuildOf, dataVerdict, ERROR_HEADER, parseObject } from '../../electron/shared/pageData.ts';
import { SITE_PATHS, SITE_SHELL, type WorkerData } from '../../electron/shared/site.ts';
import { forget, isFresh, type Kept, keep, kept, remove, removeOthers, timesForgotten } from './kept.ts';

/** How long a server may take if there is an older answer, in ms. The request goes on, and refreshes that. */
const WAIT_WITH_COPY_MS = 3_000;
const PICTURE_MS = LIMITS.imageCache.value * 1000;
/** How often the build of a server is looked up. */
const BUILD_MS = 60_000;

export interface ServerDataOptions {
  data: NonNullable<WorkerData['data']>;
  base: string;
  /** Whether the pages are of this repository's router, which reads more of an answer than the framework's client. */
  isOwn: boolean;
  /** Asks main for a file of the build; undefined if it has none of this name. */
  fileOf(file: string): Promise<Response> | undefined;
}

export interface Asked {
  answer: Response;
  text: string;
}

const headersOf = (answer: Response) => Object.fromEntries(answer.headers);
/** Resolves once an older answer is shown in place of one that has not come. */
export const whenLate = () => new Promise<void>((resolve) => setTimeout(resolve, WAIT_WITH_COPY_MS));

export type ServerData = ReturnType<typeof serverData>;

export function serverData({ data, base, isOwn, fileOf }: ServerDataOptions) {
  /** The server's, which may be a newer one. */
  let build = data.buildId;
  let looking: { at: number; found: Promise<string | undefined> } | undefined;
  /** Requests for pictures that are under way, and when each was begun. */
  const pictures = new Map<string, Promise<Response>>();
  const triedAt = new Map<string, number>();
  const isData = (path: string) => path.startsWith(`${base}_next/data/`);
  const pathOf = (path: string) => `${base}_next/data/${encodeURIComponent(build)}${path}`;

  /**
   * Asks for data, of the build that the server has now.
   * @param path below `/_next/data/<build>`, with its query
   * @param request of a page: sent as it is, Chromium asks the person in its window for a password
   */
  async function ask(path: string, init: RequestInit, request?: Request): Promise<Asked> {
    const of = async () => {
      const { href } = new URL(pathOf(path), location.origin);
      const answer = await fetch(request?.url === href ? request : href, init);
      return { answer, text: await answer.clone().text() };
    };
    const asked = build;
    const first = await of();
    if (first.answer.status !== 404 || parseObject(first.text)?.notFound) return first;
    const present = currentBuildOf(first.text) ?? (await presentBuild());
    if (present !== undefined) build = present;
    return build === asked ? first : await of();
  }

  /** With a middleware, a 404 does not tell. Several pages may ask at once. */
  function presentBuild(): Promise<string | undefined> {
    if (!looking || performance.now() - looking.at > BUILD_MS) {
      const start = fetch(new URL(base.slice(0, -1) || '/', location.origin)).then((answer) => answer.text());
      looking = { at: performance.now(), found: start.then(currentBuildOf, () => undefined) };
    }
    return looking.found;
  }

  /** Whatever the server's build is, an answer is kept for the build on the disk, whose pages show it. */
  const keyOf = (path: string) => `/_next/data/${data.buildId}${path}`;

  /**
   * Keeps what can be shown again, or forgets it. Returns what to show in place of an answer that is not the page's.
   * @param since `timesForgotten` when it was asked for
   */
  async function judged(path: string, { answer, text }: Asked, since: number): Promise<Kept | undefined> {
    const key = keyOf(path);
    const about = { status: answer.status, headers: headersOf(answer) };
    const verdict = dataVerdict(about, parseObject(text), data.savePrivate);
    if (verdict === 'save') await keep(key, answer, text, since);
    if (verdict === 'forget') await remove(key);
    return verdict === 'copy' ? await kept(key) : undefined;
  }

  /** Why no answer came, as main says it. @param isLate whether nobody waits any longer */
  async function whyNot(path: string, isLate: boolean): Promise<string> {
    if (isLate) return 'ERR_TIMED_OUT';
    if (!navigator.onLine) return 'ERR_INTERNET_DISCONNECTED';
    const url = encodeURIComponent(new URL(pathOf(path), location.origin).href);
    const told = fetch(`${SITE_SHELL}${SITE_PATHS.failure}?${url}`, { credentials: 'omit' });
    const name = await told.then((answer) => (answer.ok ? answer.text() : '')).catch(() => '');
    return name || 'ERR_FAILED';
  }

  async function pageData(request: Request, path: string): Promise<Response> {
    const copy = request.method === 'GET' ? await kept(keyOf(path)) : undefined;
    const loading = load(request, path);
    if (!copy) return await loading;
    // Whichever loses goes on: only what is shown tells its age.
    return (await Promise.race([loading, whenLate()])) ?? saved(request, copy);
  }

  async function load(request: Request, path: string): Promise<Response> {
    const { method, headers } = request;
    const since = timesForgotten();
    const late = AbortSignal.timeout(data.waitMs);
    const init = { method, headers, signal: AbortSignal.any([request.signal, late]) };
    try {
      const asked = await ask(path, init, request);
      if (method !== 'GET') return asked.answer;
      const copy = await judged(path, asked, since);
      return copy ? saved(request, copy) : asked.answer;
    } catch (error) {
      // The page that asked has gone.
      if (request.signal.aborted) return Response.error();
      const copy = await kept(keyOf(path));
      if (copy) return saved(request, copy);
      if (!isOwn) return Response.error();
      const why = await whyNot(path, late.aborted);
      const [, status, to = ''] = /^(\d+) (.*)$/.exec(why) ?? [];
      return status === undefined
        ? new Response(String(error), { status: 502, headers: { [ERROR_HEADER]: why } })
        : new Response('', { status: Number(status), headers: { 'x-nextjs-redirect': to } });
    }
  }

  function saved({ headers }: Request, { answer, savedAt }: Kept): Response {
    if (headers.get('purpose') !== 'prefetch') tellAge(savedAt);
    return answer;
  }

  async function picture(request: Request, url: URL): Promise<Response> {
    const key = url.pathname + url.search;
    const shown = URL.parse(url.searchParams.get('url') ?? '', location.origin);
    const name = shown?.origin === location.origin ? decoded(shown.pathname.slice(base.length)) : undefined;
    const inBuild = () => (name === undefined ? undefined : fileOf(name));
    const own = isOwn ? await inBuild() : undefined;
    if (own) return own;
    const copy = await kept(key);
    if (copy && isFresh(copy)) return copy.answer;
    if (copy) {
      // A server that fails is not asked for each picture that is shown.
      const isTried = performance.now() - (triedAt.get(key) ?? Number.NEGATIVE_INFINITY) < PICTURE_MS;
      if (!isTried) askPicture(request, key).catch(() => undefined);
      return copy.answer;
    }
    const asking = pictures.get(key) ?? askPicture(request, key).finally(() => pictures.delete(key));
    pictures.set(key, asking);
    return await asking.then(
      (answer) => answer.clone(),
      async () => (await inBuild()) ?? Response.error(),
    );
  }

  async function askPicture(request: Request, key: string): Promise<Response> {
    const since = timesForgotten();
    triedAt.set(key, performance.now());
    const answer = await fetch(request);
    // Captive portals and pages of a sign-in answer too.
    const isPicture = answer.headers.get('content-type')?.startsWith('image/');
    if (answer.ok && isPicture) await keep(key, answer, await answer.clone().blob(), since);
    return answer;
  }

  return {
    ask,
    judged,
    whyNot,
    kept: (path: string) => kept(keyOf(path)),
    /** Answers what pages ask for; undefined if it is neither data nor a picture. */
    request(request: Request): Promise<Response> | undefined {
      const url = new URL(request.url);
      if (isData(url.pathname)) {
        const rest = url.pathname.slice(`${base}_next/data/`.length).replace(/^[^/]*/, '');
        return pageData(request, rest + url.search);
      }
      if (url.pathname === `${base}_next/image` && request.method === 'GET') return picture(request, url);
      return undefined;
    },
    removeOld: () => removeOthers(data.buildId),
    forget,
  };
}

/** Main tells it in the window. It lets no such request through. */
export const tellAge = (savedAt: number) =>
  void fetch(`${location.origin}${SITE_PATHS.saved}?${savedAt}`).catch(() => undefined);
