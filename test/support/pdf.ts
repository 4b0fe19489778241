/** A PDF, and whether a window shows it. */
import { PNG } from 'pngjs';
import type { Screen } from './screen.ts';
import { until } from './until.ts';

/** One page, all of it green. */
export const GREEN_PDF = Buffer.from(`%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R>>endobj
4 0 obj<</Length 29>>stream
0 0.5 0 rg 0 0 300 300 re f
endstream endobj
trailer<</Root 1 0 R>>`);

const SIZE = 'style="width:600px;height:500px"';

/** Elements that show `/bill.pdf`, by name. @param other another server that has it */
export const pdfElements = (other: string): Readonly<Record<string, string>> => ({
  'frame-of-another-server': `<iframe src="${other}/bill.pdf" ${SIZE}></iframe>`,
  frame: `<iframe src="/bill.pdf" ${SIZE}></iframe>`,
  embed: `<embed src="/bill.pdf" type="application/pdf" ${SIZE}>`,
  object: `<object data="/bill.pdf" type="application/pdf" ${SIZE}></object>`,
});

/** The share of a bitmap's pixels that have the PDF's green. Runs in main too: a picture takes long to leave a busy app. */
function greenOf(bitmap: Buffer): number {
  let green = 0;
  for (let at = 0; at < bitmap.length; at += 4)
    if (bitmap[at] === 0 && Math.abs((bitmap[at + 1] ?? 0) - 128) < 2 && bitmap[at + 2] === 0) green++;
  return (4 * green) / bitmap.length;
}

/** The same of a picture. */
export const greenIn = (png: Buffer): number => greenOf(PNG.sync.read(png).data);

/**
 * Waits until a tenth of a window's pixels are green.
 * @param contents an expression in main for the window's contents
 * @param again loads it again: on a busy machine Electron 33 sometimes makes no contents for the viewer, which from 41 on
 *   is a frame
 */
export async function showsGreen(
  app: Pick<Screen, 'main'>,
  contents: string,
  again?: () => Promise<unknown>,
): Promise<void> {
  let looks = 0;
  await until('the green page', async () => {
    const seen = await app.main<number>(
      `${contents}.capturePage().then((picture) => (${greenOf})(picture.toBitmap())).catch(() => 0)`,
    );
    if (seen <= 0.1 && ++looks % 50 === 0) await again?.();
    return seen > 0.1;
  });
}
