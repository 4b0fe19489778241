/** Pictures of a window as SVG, in a frame with a title: one, or several that follow each other. */
import { PNG } from 'pngjs';

export interface Shown {
  png: Buffer;
  /** What lies over it. */
  over?: readonly { png: Buffer; x: number; y: number }[];
  /** How long it is seen, in seconds. */
  seconds?: number;
  /** What happens, below the window. */
  caption?: string;
}

const image = (png: Buffer, x: number, y: number) => {
  const { width, height } = PNG.sync.read(png);
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/>`;
};

const BAR = 36;
const EDGE = 4;

/** @param title of the window */
export function framed(title: string, ...all: readonly Shown[]): string {
  const { width, height } = PNG.sync.read((all[0] as Shown).png);
  const hasCaption = all.some(({ caption }) => caption);
  const [w, h] = [width + 2 * EDGE, height + BAR + 2 * EDGE];
  const total = all.reduce((sum, { seconds = 1 }) => sum + seconds, 0);
  const percent = (seconds: number) => `${Math.round((seconds / total) * 10_000) / 100}%`;
  let at = 0;
  const rules = all.map(({ seconds = 1 }, place) => {
    const begin = percent(at);
    at += seconds;
    const end = percent(at);
    const before = place === 0 ? '' : '0%{visibility:hidden}';
    const after = place === all.length - 1 ? '' : `${end},100%{visibility:hidden}`;
    return `@keyframes s${place}{${before}${begin}{visibility:visible}${after}}#s${place}{animation:s${place} ${total}s step-end infinite}`;
  });
  const scenes = all.map(
    ({ png, over = [], caption }, place) =>
      `<g id="s${place}">${image(png, EDGE, BAR)}${over.map((one) => image(one.png, one.x + EDGE, one.y + BAR)).join('')}${caption ? `<text x="${w / 2}" y="${h + 30}" text-anchor="middle" font-size="16" font-weight="600" fill="#7b828e">${caption}</text>` : ''}</g>`,
  );
  const dots = ['#858c98', '#858c98', '#ffb000'].map(
    (colour, place) => `<circle cx="${w - 20 - 20 * place}" cy="${BAR / 2}" r="5" fill="${colour}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h + (hasCaption ? 44 : 0)}" width="${w}" font-family="system-ui, sans-serif">
<title>${title}</title>
<style>g~g{visibility:hidden}@media (prefers-reduced-motion:no-preference){${rules.join('')}}</style>
<rect width="${w}" height="${h}" rx="12" fill="#1e2126"/>${dots.join('')}
<text x="16" y="${BAR / 2 + 5}" font-size="14" fill="#f0f1f3">${title}</text>
${scenes.join('\n')}
</svg>
`;
}
