/** The worker's part for page data and pictures: of the build that the server has now, with its last answers. */
import { decoded } from '../../electron/shared/match.ts';
import { currentBuildOf, dataVerdict, ERROR_HEADER, parseObject } from '../../electron/shared/pageData.ts';
import { SITE_PATHS, SITE_SHELL, type WorkerData } from '../../electron/shared/site.ts';
import { forget, isFresh, type Kept, keep, kept, remove, timesForgotten } from './kept.ts';

/** How long a server may take if there is an older answer, in ms. The request goes on, and refreshes that. */
const WAIT_WITH_COPY_MS = 3_000;
interface ServerDataOptions {
  data: NonNullable<WorkerData['data']>;
  base: string;
  /** Whether the pages are of this repository's router, which reads more of an answer than the framework's client. */
  isOwn: boolean;
  /** Asks main for a file of the build; undefined if it has none of this name. */
  fileOf(file: string): Promise<Response> | undefined;
}

interface Asked {
  answer: Response;
  text: string;
}

/** An answer that the page can be made of; how it failed: Chromium's name. */
type Loaded = (Asked & { savedAt?: number }) | { failed: string };

interface LoadOptions {
  /** How often a server that fails is asked, as by the framework's own. */
  attempts: number;
  /** Whether the page can be shown without an answer. */
  hasOwn?: boolean;
  /** Of a page: sent as it is, Chromium asks the person in its window for a password. */
  request?: Request;
}

export type ServerData = ReturnType<typeof serverData>;

export function serverData({ data, base, isOwn, fileOf }: ServerDataOptions) {
  /** The server's, which may be a newer one. */
  let build = data.buildId;
  let looking: { at: number; found: Promise<string | undefined> } | undefined;
  const root = `${base}_next/data/`;
  const pathOf = (path: string) => `${root}${encodeURIComponent(build)}${path}`;

  /** Asks for data, of the build that the server has now. @param path below `/_next/data/<build>`, with its query */
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

  /** With a middleware, a 404 does not tell. Several pages may ask at once: it is looked up once a minute. */
  function presentBuild(): Promise<string | undefined> {
    if (!looking || performance.now() - looking.at > 60_000) {
      const start = fetch(new URL(base.slice(0, -1) || '/', location.origin)).then((answer) => answer.text());
      looking = { at: performance.now(), found: start.then(currentBuildOf, () => undefined) };
    }
    return looking.found;
  }

  /** Whatever the server's build is, an answer is kept for the build on the disk, whose pages show it. */
  const keyOf = (path: string) => `/_next/data/${data.buildId}${path}`;

  /** Keeps what can be shown again, or forgets it. Returns what to show in place of an answer that is not the page's. */
  async function judged(path: string, { answer, text }: Asked, since: number): Promise<Kept | undefined> {
    const key = keyOf(path);
    const about = { status: answer.status, headers: Object.fromEntries(answer.headers) };
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

  /** Loads the data at a path. What does not come soon goes on, and refreshes the last answer, which is shown. */
  async function load(path: string, init: RequestInit, options: LoadOptions): Promise<Loaded> {
    const loading = loadAll(path, init, options);
    const copy = init.method === 'HEAD' ? undefined : await kept(keyOf(path));
    if (!copy && !options.hasOwn) return await loading;
    const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_WITH_COPY_MS));
    return await Promise.race([loading, late.then((): Loaded => copy ?? { failed: 'ERR_TIMED_OUT' })]);
  }

  async function loadAll(path: string, init: RequestInit, { attempts, request }: LoadOptions) {
    const since = timesForgotten();
    const late = AbortSignal.timeout(data.waitMs);
    const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
    try {
      for (let attempt = 1; ; attempt++) {
        const asked = await ask(path, { ...init, signal }, request);
        const { status, headers } = asked.answer;
        if (status >= 500 && !headers.has('retry-after') && attempt < attempts) continue;
        return (init.method === 'HEAD' ? undefined : await judged(path, asked, since)) ?? asked;
      }
    } catch {
      return (await kept(keyOf(path))) ?? { failed: await whyNot(path, late.aborted) };
    }
  }

  async function pageData(request: Request, path: string): Promise<Response> {
    const { method, headers, signal } = request;
    const loaded = await load(path, { method, headers, signal }, { attempts: 1, request });
    // The page that asked may have gone. The framework's client reads no reason.
    if (signal.aborted || ('failed' in loaded && !isOwn)) return Response.error();
    if (!('failed' in loaded)) {
      if (loaded.savedAt !== undefined && headers.get('purpose') !== 'prefetch') tellAge(loaded.savedAt);
      return loaded.answer;
    }
    const [, status, to] = /^(\d+) (.*)$/.exec(loaded.failed) ?? [];
    const [name, why] = to === undefined ? [ERROR_HEADER, loaded.failed] : ['x-nextjs-redirect', to];
    return new Response('', { status: Number(status ?? 502), headers: { [name]: why } });
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
    const asking = askPicture(request, key).catch(async () => (await inBuild()) ?? Response.error());
    return copy ? copy.answer : await asking;
  }

  async function askPicture(request: Request, key: string): Promise<Response> {
    const since = timesForgotten();
    const answer = await fetch(request);
    // Captive portals and pages of a sign-in answer too.
    const isPicture = answer.headers.get('content-type')?.startsWith('image/');
    if (answer.ok && isPicture) await keep(key, answer, await answer.clone().blob(), since);
    return answer;
  }

  return {
    load,
    /** Answers what pages ask for; undefined if it is neither data nor a picture. */
    request(request: Request): Promise<Response> | undefined {
      const url = new URL(request.url);
      if (url.pathname.startsWith(root))
        return pageData(request, url.pathname.slice(root.length).replace(/^[^/]*/, '') + url.search);
      if (url.pathname === `${base}_next/image` && request.method === 'GET') return picture(request, url);
      return undefined;
    },
    forget,
  };
}

/** Main tells it in the window. It lets no such request through. */
export const tellAge = (savedAt: number) =>
  void fetch(`${location.origin}${SITE_PATHS.saved}?${savedAt}`).catch(() => undefined);
