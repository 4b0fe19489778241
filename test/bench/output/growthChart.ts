/** Growth: a small chart with logarithmic axes for each curve. */
import type { Curve } from '../support/rows.ts';
import { COLOURS, line, picture, text } from './svg.ts';

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

function panel({ what, unit, points, slope }: Curve): string[] {
  const [x0, x1] = decades(points.map(({ size }) => size));
  const [y0, y1] = decades(points.map(({ value }) => value));
  const x = (size: number) => LEFT + ((Math.log10(size) - x0) / (x1 - x0)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((Math.log10(value) - y0) / (y1 - y0)) * (HEIGHT - TOP - BOTTOM);
  const [title = '', by = ''] = what.split(', ');
  const parts = [text(LEFT, 26, `${title}, ${unit}`), text(LEFT, 44, `${by}: slope ${slope.toFixed(2)}`)];
  for (let power = x0; power <= x1; power += 1) {
    parts.push(
      line(x(10 ** power), TOP, x(10 ** power), HEIGHT - BOTTOM),
      text(x(10 ** power), HEIGHT - 8, powerOf(power), 'middle'),
    );
  }
  for (let power = y0; power <= y1; power += 1) {
    parts.push(
      line(LEFT, y(10 ** power), WIDTH - RIGHT, y(10 ** power)),
      text(LEFT - 6, y(10 ** power) + 4, powerOf(power), 'end'),
    );
  }
  const way = points.map(({ size, value }) => `${x(size).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  parts.push(`<polyline points="${way}" fill="none" stroke="${COLOURS[1]}" stroke-width="2"/>`);
  for (const { size, value } of points) {
    parts.push(
      `<circle cx="${x(size).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3.5" fill="${COLOURS[1]}"/>`,
    );
  }
  return parts;
}
