/** Start as a timeline: a bar for each side, a piece for each phase. */

import type { Timeline } from '../support/rows.ts';
import type { SideName } from '../support/sides.ts';
import { COLOURS, line, picture, text } from './svg.ts';

const WIDTH = 860;
const [LEFT, RIGHT, TOP, BAR, GAP] = [110, 70, 64, 26, 14];
const LABELS: Readonly<Record<SideName, string>> = {
  bare: 'bare window',
  holdfast: 'Holdfast',
  stock: 'stock',
  next: 'framework',
};
const ORDER: readonly SideName[] = ['bare', 'holdfast', 'next', 'stock'];

export function startChart(timeline: Timeline, runtime: string): string {
  const sides = ORDER.filter((name) => timeline[name]);
  const last = Math.max(...sides.map((name) => timeline[name]?.at(-1)?.at ?? 0));
  const end = Math.ceil(last / 200) * 200;
  const x = (ms: number) => LEFT + (ms / end) * (WIDTH - LEFT - RIGHT);
  const height = TOP + sides.length * (BAR + GAP) + 30;
  const title = `From the order to start to the painted error page, ms, median; ${runtime}`;
  const parts = [text(LEFT, 20, title)];
  const phases = timeline[sides[0] as SideName]?.map(({ phase }) => phase) ?? [];
  let legend = LEFT;
  phases.forEach((phase, at) => {
    parts.push(
      `<rect x="${legend}" y="32" width="12" height="12" rx="2" fill="${COLOURS[at]}"/>`,
      text(legend + 17, 43, phase),
    );
    legend += 34 + phase.length * 7.5;
  });
  const step = end > 1600 ? 400 : 200;
  for (let ms = 0; ms <= end; ms += step) {
    parts.push(line(x(ms), TOP - 6, x(ms), height - 24), text(x(ms), height - 8, String(ms), 'middle'));
  }
  sides.forEach((name, row) => {
    const y = TOP + row * (BAR + GAP);
    parts.push(text(LEFT - 10, y + 18, LABELS[name], 'end'));
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
  return picture(WIDTH, height, title, parts);
}
