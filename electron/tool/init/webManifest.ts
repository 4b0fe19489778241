/** Reads the name and the icon that a server gives its app, from its pages and its web manifest. */
import { parse } from 'parse5';
import { parseObject } from '../../shared/pageData.ts';
import { attribute, elementsOf, textOf } from '../project/webDocument.ts';

const LIMIT_MS = 10_000;
/** Characters that a name in the configuration may not have, and its greatest length. */
const NOT_IN_NAMES = /[\p{Cc}\\/:*?"<>|]+/gu;
const MAX_NAME = 64;
/** The smallest side of an icon: macOS wants 512 pixels. */
const MIN_SIDE = 512;
/** A PNG's first bytes; its sides follow. */
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');

/** @throws Error for a status that is not a success, or too long a wait */
async function read(address: URL): Promise<{ bytes: Buffer; url: string }> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return { bytes: Buffer.from(await answer.arrayBuffer()), url: answer.url };
}

const plain = (value: unknown) => (typeof value === 'string' ? value : '');

/** The largest icon of a manifest that may be a PNG for any background. */
function iconIn(icons: unknown, base: string): URL | undefined {
  const sizeOf = ({ sizes }: { sizes?: unknown }) => Number.parseInt(plain(sizes), 10) || 0;
  return (Array.isArray(icons) ? icons : [])
    .map(Object)
    .filter(({ type, purpose }) => /png|^$/.test(plain(type)) && /any|^$/.test(plain(purpose)))
    .sort((one, other) => sizeOf(other) - sizeOf(one))
    .map(({ src }) => URL.parse(plain(src), base))
    .find((address) => address !== null);
}

/** Returns the bytes. @throws Error unless they are a square PNG that is large enough */
function checkedIcon(bytes: Buffer): Buffer {
  if (bytes.length < 24 || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE))
    throw new Error('not a PNG');
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width === height && width >= MIN_SIDE) return bytes;
  throw new Error(`${width} by ${height} pixels; it must be square, of ${MIN_SIDE} or more`);
}

/** Never rejects: a server that does not answer now may do so later. The icon is a square PNG. */
export async function askServer(address: string) {
  const notices: string[] = [];
  const attempt = async <T>(what: string, run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      const { message, cause } = error as Error;
      notices.push(`${what}: ${(cause as Error | undefined)?.message ?? message}.`);
      return undefined;
    }
  };
  const page = await attempt(`${address} was not asked for its name and icon`, () => read(new URL(address)));
  const elements = [...elementsOf(parse(String(page?.bytes ?? '')))];
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const [title] = named('title');
  const link = named('link').find((one) => /\bmanifest\b/i.test(attribute(one, 'rel') ?? ''));
  const at = link && URL.parse(attribute(link, 'href') ?? '', page?.url ?? address);
  const answer = at && (await attempt('Its web manifest was not used', () => read(at)));
  const manifest = (answer && parseObject(String(answer.bytes))) || {};
  const name = [manifest.name, manifest.short_name, title && textOf(title)]
    .map((given) => plain(given).replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_NAME))
    .find(Boolean);
  const source = answer && iconIn(manifest.icons, answer.url);
  const what = `The icon ${source?.origin}${source?.pathname} was not used`;
  const icon = source && (await attempt(what, async () => checkedIcon((await read(source)).bytes)));
  return { name, icon: icon ?? undefined, notices };
}
