/** Both charts, in colours that work on light and dark pages. */
import { type Curve, type Findings, logSlope } from './report.ts';

const INK = '#7d8590';
const COLOURS = ['#8b949e', '#2f81f7', '#a371f7', '#d29922', '#3fb950', '#f85149'];

const text = (x: number, y: number, words: string, anchor = 'start') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
const line = (...ends: [number, number, number, number]) =>
  `<path d="M${ends.map((end) => end.toFixed(1)).join(' ')}" stroke="${INK}" stroke-opacity="0.3"/>`;
const bar = (x: number, y: number, width: number, height: number, colour: number) =>
  `<path d="M${x.toFixed(1)} ${y}h${width.toFixed(1)}v${height}H${x.toFixed(1)}z" fill="${COLOURS[colour]}"/>`;

function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${title}"`;
  const style = `font-family="system-ui, sans-serif" font-size="13" fill="${INK}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${style}>\n${parts.join('\n')}\n</svg>\n`;
}

/** Start-up as a timeline: a bar for each side, a segment for each phase. */
export function startChart(timeline: NonNullable<Findings['timeline']>, runtime: string): string {
  const sides = Object.entries(timeline);
  const last = Math.max(...sides.map(([, phases]) => phases.at(-1)?.at ?? 0));
  const step = last > 1600 ? 400 : 200;
  const end = Math.ceil(last / step) * step;
  const x = (ms: number) => 110 + (ms / end) * 680;
  const height = 94 + sides.length * 40;
  const title = `From the order to start to the painted page, ms, median; ${runtime}`;
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
  return picture(860, height, title, parts);
}

/** Growth: a small logarithmic chart for each curve, three in a row. */
export function growthChart(curves: readonly Curve[], runtime: string): string {
  const title = `Cost by size, both axes logarithmic, median; ${runtime}`;
  const parts = [text(52, 18, title), ...curves.map(panel)];
  return picture(855, 24 + Math.ceil(curves.length / 3) * 210, title, parts);
}

/** Powers of ten around the values, at least one decade, and a value's position between the ends. */
function axis(values: readonly number[], start: number, end: number) {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  const at = (value: number) => start + ((Math.log10(value) - first) / (last - first)) * (end - start);
  const powers = Array.from({ length: last - first + 1 }, (_, n) => 10 ** (first + n));
  return { at, ticks: powers.map((power) => [at(power), power.toLocaleString('en')] as const) };
}

function panel({ what, unit, points }: Curve, n: number): string {
  const x = axis(
    points.map(({ size }) => size),
    52,
    259,
  );
  const y = axis(
    points.map(({ value }) => value),
    184,
    58,
  );
  const [title = '', by = ''] = what.split(', ');
  const way = points.map(({ size, value }) => `${x.at(size).toFixed(1)} ${y.at(value).toFixed(1)}`);
  return [
    `<g transform="translate(${(n % 3) * 285} ${24 + Math.floor(n / 3) * 210})">`,
    text(52, 26, `${title}, ${unit}`),
    text(52, 44, `${by}: slope ${logSlope(points).toFixed(2)}`),
    ...x.ticks.map(([at, words]) => line(at, 58, at, 184) + text(at, 202, words, 'middle')),
    ...y.ticks.map(([at, words]) => line(52, at, 259, at) + text(46, at + 4, words, 'end')),
    `<path d="M${way.join('L')}" fill="none" stroke="${COLOURS[1]}" stroke-width="2"/>`,
    '</g>',
  ].join('\n');
}
