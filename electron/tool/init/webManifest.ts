/** Reads the name that a server gives its app, from its pages and its web manifest. */
import { parseObject } from '../../shared/pageData.ts';

/** Milliseconds for each of the two answers. */
const LIMIT_MS = 10_000;
/** Characters that a name in the configuration may not have, and its greatest length. */
const NOT_IN_NAMES = /[\p{Cc}\\/:*?"<>|]+/gu;
const MAX_NAME = 64;

interface Named {
  name?: string;
  /** Notes for the app's developer. */
  notices: string[];
}

async function read(address: string | URL): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return await answer.text();
}

const attribute = (tag: string | undefined, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i')
    .exec(tag ?? '')
    ?.slice(1)
    .find(Boolean);

/** Never rejects: a server that does not answer now may do so later. */
export async function nameAt(address: string): Promise<Named> {
  try {
    const page = await read(address);
    const link = /<link\s[^>]*\brel\s*=\s*["']?manifest\b[^>]*>/i.exec(page)?.[0];
    const href = attribute(link, 'href');
    const manifest = href && parseObject(await read(new URL(href, address)));
    const titled = [
      manifest && (manifest.name ?? manifest.short_name),
      /<title[^>]*>([^<]*)/i.exec(page)?.[1],
    ];
    const name = titled
      .map((text) =>
        (typeof text === 'string' ? text.replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim() : '').slice(
          0,
          MAX_NAME,
        ),
      )
      .find(Boolean);
    const hasIcons = manifest && Array.isArray(manifest.icons) && manifest.icons.length > 0;
    const icons =
      'Its web manifest has icons: make icon.svg, icon.png, icon.ico and icon.icns of them, and name their folder as "icons".';
    return { ...(name && { name }), notices: hasIcons ? [icons] : [] };
  } catch (error) {
    const reason = (error as Error).cause ?? error;
    return { notices: [`${address} did not say what it is called: ${(reason as Error).message}.`] };
  }
}
