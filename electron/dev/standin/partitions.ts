/** Sessions in memory (`session.fromPartition`), as far as requests of main use them: none has a page. */
import { EventEmitter } from 'node:events';
import { notImplemented, type Shared, strict } from './strict.ts';

type Listener = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void,
) => void;
interface Rule {
  schemes: readonly string[];
  listener: Listener;
}

/** Chromium's match patterns, without hosts and paths. */
const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  '<all_urls>': ['http:', 'https:'],
  '*://*/*': ['http:', 'https:'],
  'http://*/*': ['http:'],
  'https://*/*': ['https:'],
};

function ruleOf(
  filter: Electron.WebRequestFilter | Listener | null,
  listener?: Listener | null,
): Rule | undefined {
  const own = typeof filter === 'function' ? filter : listener;
  if (!own) return undefined;
  if (!filter || typeof filter === 'function') return { schemes: ['http:', 'https:'], listener: own };
  if (filter.excludeUrls || filter.types)
    throw notImplemented('a webRequest filter with excludeUrls or types');
  const schemes = filter.urls.flatMap((pattern) => {
    const known = PATTERNS[pattern];
    if (!known) throw notImplemented(`the webRequest pattern ${pattern}`);
    return known;
  });
  return { schemes, listener: own };
}

class Partition extends EventEmitter {
  readonly webRequest: Electron.WebRequest;
  private rule: Rule | undefined;
  private requests = 0;

  constructor() {
    super();
    const onBeforeRequest = (
      filter: Electron.WebRequestFilter | Listener | null,
      listener?: Listener | null,
    ) => {
      this.rule = ruleOf(filter, listener);
    };
    this.webRequest = strict({ onBeforeRequest }, 'session.webRequest') as unknown as Electron.WebRequest;
  }
  isPersistent(): boolean {
    return false;
  }
  /** Whether the listener of `onBeforeRequest` cancels a request. */
  cancels(url: string, method: string): boolean {
    if (!this.rule?.schemes.includes(new URL(url).protocol)) return false;
    this.requests += 1;
    const details = { id: this.requests, url, method, timestamp: Date.now() };
    let answer: Electron.CallbackResponse | undefined;
    this.rule.listener(
      strict(details, 'details') as unknown as Electron.OnBeforeRequestListenerDetails,
      (response) => {
        answer = response;
      },
    );
    if (!answer) throw notImplemented('a webRequest that is answered later');
    if (answer.redirectURL) throw notImplemented('a webRequest that redirects');
    return answer.cancel ?? false;
  }
}

const faces = new Map<string, Electron.Session>();
const partitions = new WeakMap<Electron.Session, Partition>();

/** Electron's `session.fromPartition`, for a partition that is not kept on disk. */
export function fromPartition(name: string, options?: Electron.FromPartitionOptions): Electron.Session {
  if (name === '' || name.startsWith('persist:')) throw notImplemented(`session.fromPartition('${name}')`);
  const known = faces.get(name);
  if (known) return known;
  // There is no cache here.
  if (options?.cache !== false) throw notImplemented('a partition with a cache');
  const partition = new Partition();
  const held = partition satisfies Shared<Partition, Electron.Session>;
  const face = strict(held, 'session') as object as Electron.Session;
  faces.set(name, face);
  partitions.set(face, partition);
  return face;
}

/** The partition that a request names, by session or by name. One that nobody has asked for has no listeners. */
export function partitionOf({
  session,
  partition: name,
}: Electron.ClientRequestConstructorOptions): Partition | undefined {
  const face = session ?? faces.get(name ?? '');
  const partition = face && partitions.get(face);
  if (session && !partition)
    throw notImplemented('net.request with a session that is not from fromPartition');
  return partition;
}
