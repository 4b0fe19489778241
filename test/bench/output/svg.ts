/** What both charts share. Colours are read on light and dark pages alike. */

export const INK = '#7d8590';
export const COLOURS: readonly string[] = ['#8b949e', '#2f81f7', '#a371f7', '#d29922', '#3fb950', '#f85149'];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function text(
  x: number,
  y: number,
  words: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

export function line(x1: number, y1: number, x2: number, y2: number): string {
  const at = [x1, y1, x2, y2].map((value) => value.toFixed(1));
  return `<line x1="${at[0]}" y1="${at[1]}" x2="${at[2]}" y2="${at[3]}" stroke="${INK}" stroke-opacity="0.3"/>`;
}

export function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="13" fill="${INK}">`,
    `<title>${escaped(title)}</title>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
