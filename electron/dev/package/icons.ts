/** The app's icon in every size that an installer wants, from the one SVG. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { writeFileAtomic } from '../../shell/atomicFile.ts';
import { ICNS_SIZES, icnsOf, icoOf } from './iconFiles.ts';

const SOURCE = join(import.meta.dirname, 'icon.svg');
/** Pixels: those of the hicolor theme, which Linux desktops look in, and Apple's largest. */
export const PNG_SIZES = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512, 1024] as const;
/** Pixels: what Windows shows at 100 to 400 %. */
export const ICO_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256] as const;
/** Apple's grid: the shape takes 824 of 1024 pixels, the rest is margin. */
const APPLE_SHAPE = 824 / 1024;

export interface Icons {
  /** A folder of `NxN.png`. */
  png: string;
  ico: string;
  icns: string;
}

let ready: Promise<void> | undefined;

async function startRenderer(): Promise<void> {
  await initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
}

function render(svg: string, size: number): Uint8Array {
  const resvg = new Resvg(svg, { fitTo: { mode: 'width', value: size } });
  const image = resvg.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    resvg.free();
  }
}

/** The same picture with Apple's margin around it. Throws if the SVG has no square `viewBox` at 0 0. */
export function withMargin(svg: string): string {
  const [whole, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  if (!whole || width !== height) throw new Error(`${SOURCE} needs a viewBox "0 0 N N".`);
  const full = Number(width) / APPLE_SHAPE;
  const start = (Number(width) - full) / 2;
  return svg.replace(whole, `viewBox="${start} ${start} ${full} ${full}"`);
}

/** Makes all icons in a folder. Others may read, or make, the same ones there at the same time. */
export async function makeIcons(folder: string): Promise<Icons> {
  ready ??= startRenderer();
  await ready;
  const svg = await readFile(SOURCE, 'utf8');
  const icons = { png: join(folder, 'png'), ico: join(folder, 'icon.ico'), icns: join(folder, 'icon.icns') };
  await mkdir(icons.png, { recursive: true });
  const names = PNG_SIZES.map((size) => `${size}x${size}.png`);
  // electron-builder would take every file of the folder.
  for (const name of await readdir(icons.png)) {
    if (/^\d+x\d+\.png$/.test(name) && !names.includes(name))
      await rm(join(icons.png, name), { force: true });
  }
  for (const size of PNG_SIZES) await put(join(icons.png, `${size}x${size}.png`), render(svg, size));
  await put(icons.ico, icoOf(ICO_SIZES.map((size) => render(svg, size))));
  const apple = withMargin(svg);
  await put(icons.icns, icnsOf(ICNS_SIZES.map((size) => render(apple, size))));
  return icons;
}

async function put(file: string, bytes: Uint8Array): Promise<void> {
  await writeFileAtomic(file, bytes);
}
