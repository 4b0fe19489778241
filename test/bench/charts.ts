/** The two charts. Colours are read on light and dark pages alike. */
import { type Curve, type Findings, logSlope, type SideName } from './report.ts';

const INK = '#7d8590';
const COLOURS: readonly string[] = ['#8b949e', '#2f81f7', '#a371f7', '#d29922', '#3fb950', '#f85149'];

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function text(x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end' = 'start'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  const at = [x1, y1, x2, y2].map((value) => value.toFixed(1));
  return `<line x1="${at[0]}" y1="${at[1]}" x2="${at[2]}" y2="${at[3]}" stroke="${INK}" stroke-opacity="0.3"/>`;
}

function picture(width: number, height: number, title: string, parts: readonly string[]): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}"`;
  const style = `font-family="system-ui, sans-serif" font-size="13" fill="${INK}"`;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(title)}" ${style}>`;
  return `${head}\n<title>${escaped(title)}</title>\n${parts.join('\n')}\n</svg>\n`;
}

/* Start as a timeline: a bar for each side, a piece for each phase. */
const BARS_WIDTH = 860;
const [BARS_LEFT, BARS_RIGHT, BARS_TOP, BAR, GAP] = [110, 70, 64, 26, 14];
export function startChart(timeline: NonNullable<Findings['timeline']>, runtime: string): string {
  const sides = Object.keys(timeline) as SideName[];
  const last = Math.max(...sides.map((name) => timeline[name]?.at(-1)?.at ?? 0));
  const end = Math.ceil(last / 200) * 200;
  const x = (ms: number) => BARS_LEFT + (ms / end) * (BARS_WIDTH - BARS_LEFT - BARS_RIGHT);
  const height = BARS_TOP + sides.length * (BAR + GAP) + 30;
  const title = `From the order to start to the painted page, ms, median; ${runtime}`;
  const parts = [text(BARS_LEFT, 20, title)];
  const phases = timeline[sides[0] as SideName]?.map(({ phase }) => phase) ?? [];
  let legend = BARS_LEFT;
  phases.forEach((phase, at) => {
    parts.push(
      `<rect x="${legend}" y="32" width="12" height="12" rx="2" fill="${COLOURS[at]}"/>`,
      text(legend + 17, 43, phase),
    );
    legend += 34 + phase.length * 7.5;
  });
  const step = end > 1600 ? 400 : 200;
  for (let ms = 0; ms <= end; ms += step) {
    parts.push(line(x(ms), BARS_TOP - 6, x(ms), height - 24), text(x(ms), height - 8, String(ms), 'middle'));
  }
  sides.forEach((name, row) => {
    const y = BARS_TOP + row * (BAR + GAP);
    parts.push(text(BARS_LEFT - 10, y + 18, name, 'end'));
    let from = 0;
    timeline[name]?.forEach(({ at }, phase) => {
      const width = Math.max(0, x(at) - x(from));
      parts.push(
        `<rect x="${x(from).toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" fill="${COLOURS[phase]}"/>`,
      );
      from = Math.max(from, at);
    });
    parts.push(text(x(from) + 8, y + 18, from.toFixed(0)));
  });
  return picture(BARS_WIDTH, height, title, parts);
}

/* Growth: a small chart with logarithmic axes for each curve. */
const [WIDTH, HEIGHT, COLUMNS] = [285, 210, 3];
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 26, 58, 26];

export function growthChart(curves: readonly Curve[], runtime: string): string {
  const rows = Math.ceil(curves.length / COLUMNS);
  const title = `Cost by size, both axes logarithmic, median; ${runtime}`;
  const parts = [text(LEFT, 18, title)];
  curves.forEach((curve, at) => {
    const left = (at % COLUMNS) * WIDTH;
    const top = 24 + Math.floor(at / COLUMNS) * HEIGHT;
    parts.push(`<g transform="translate(${left} ${top})">`, ...panel(curve), '</g>');
  });
  return picture(WIDTH * COLUMNS, 24 + rows * HEIGHT, title, parts);
}

/** Whole powers of ten around the values: at least one decade. */
function decades(values: readonly number[]): [from: number, to: number] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  return [from, Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

const powerOf = (exponent: number) => (10 ** exponent).toLocaleString('en', { maximumFractionDigits: 6 });

function panel({ what, unit, points }: Curve): string[] {
  const [x0, x1] = decades(points.map(({ size }) => size));
  const [y0, y1] = decades(points.map(({ value }) => value));
  const x = (size: number) => LEFT + ((Math.log10(size) - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((Math.log10(value) - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);
  const [title = '', by = ''] = what.split(', ');
  const parts = [
    text(LEFT, 26, `${title}, ${unit}`),
    text(LEFT, 44, `${by}: slope ${logSlope(points).toFixed(2)}`),
  ];
  for (let power = x0; power <= x1; power += 1) {
    const at = x(10 ** power);
    parts.push(line(at, TOP, at, HEIGHT - BOTTOM), text(at, HEIGHT - 8, powerOf(power), 'middle'));
  }
  for (let power = y0; power <= y1; power += 1) {
    const at = y(10 ** power);
    parts.push(line(LEFT, at, WIDTH - RIGHT, at), text(LEFT - 6, at + 4, powerOf(power), 'end'));
  }
  const way = points.map(({ size, value }) => `${x(size).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  parts.push(`<polyline points="${way}" fill="none" stroke="${COLOURS[1]}" stroke-width="2"/>`);
  return parts;
}
