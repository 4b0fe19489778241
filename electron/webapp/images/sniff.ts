/** What an image is, by its first bytes: a server's content type is not asked. */

const SVG = 'image/svg+xml';

/** The formats that Chromium shows. Bytes as Latin-1 text. */
const SIGNATURES: readonly (readonly [type: string, at: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
  ['image/bmp', 0, 'BM'],
  ['image/x-icon', 0, '\0\0\x01\0'],
];

/** The type of an image, or undefined if it is none that Chromium shows. */
export function sniffImage(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 4096));
  const text = start.toString('latin1');
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'image/webp';
  const known = SIGNATURES.find(([, at, bytes]) => text.startsWith(bytes, at));
  return known?.[0] ?? (isSvg(start.toString('utf8')) ? SVG : undefined);
}

export function isActive(type: string): boolean {
  return type === SVG;
}

/** Text whose first element is svg, after a mark of byte order, declarations and comments. */
function isSvg(text: string): boolean {
  const prolog = /^\uFEFF?(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+svg\b[^>[]*(?:\[[^\]]*\])?[^>]*>)*/i;
  return /^<svg[\s/>]/.test(text.replace(prolog, ''));
}
