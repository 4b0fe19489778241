/** The start-up as a chart, in colours that work on light and dark pages. */
import type { Findings } from './report.ts';

const INK = '#7d8590';
const COLOURS = ['#8b949e', '#2f81f7', '#a371f7', '#d29922', '#3fb950', '#f85149'];

const text = (x: number, y: number, words: string, anchor = 'start') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
const line = (...ends: [number, number, number, number]) =>
  `<path d="M${ends.map((end) => end.toFixed(1)).join(' ')}" stroke="${INK}" stroke-opacity="0.3"/>`;
const bar = (x: number, y: number, width: number, height: number, colour: number) =>
  `<path d="M${x.toFixed(1)} ${y}h${width.toFixed(1)}v${height}H${x.toFixed(1)}z" fill="${COLOURS[colour]}"/>`;

/** A bar for each side, a segment for each phase. @param from what was measured, on which machine, and when */
export function startChart(timeline: NonNullable<Findings['timeline']>, from: string): string {
  const sides = Object.entries(timeline);
  const last = Math.max(...sides.map(([, phases]) => phases.at(-1)?.at ?? 0));
  const step = last > 1600 ? 400 : 200;
  const end = Math.ceil(last / step) * step;
  const x = (ms: number) => 110 + (ms / end) * 680;
  const height = 94 + sides.length * 40;
  const title = `From the order to start to the painted page, ms, medians; ${from}`;
  const parts = [text(110, 20, title)];
  for (const [at, { phase }] of (sides[0]?.[1] ?? []).entries())
    parts.push(bar(110 + at * 110, 32, 12, 12, at), text(127 + at * 110, 43, phase));
  for (let ms = 0; ms <= end; ms += step)
    parts.push(line(x(ms), 58, x(ms), height - 24), text(x(ms), height - 8, String(ms), 'middle'));
  sides.forEach(([name, phases], row) => {
    const y = 64 + row * 40;
    let from = 0;
    for (const [phase, { at }] of phases.entries()) {
      parts.push(bar(x(from), y, Math.max(0, x(at) - x(from)), 26, phase));
      from = Math.max(from, at);
    }
    parts.push(text(100, y + 18, name, 'end'), text(x(from) + 8, y + 18, from.toFixed(0)));
  });
  const size = `viewBox="0 0 860 ${height}" width="860" role="img" aria-label="${title}"`;
  const style = `font-family="system-ui, sans-serif" font-size="13" fill="${INK}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${style}>\n${parts.join('\n')}\n</svg>\n`;
}
