/** Imported pictures, as in the framework: an object with the address in the build, width and height. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** @param root the repository whose `next` measures them */
export function pictures(root: string): Plugin {
  const requireOwn = createRequire(join(root, 'package.json'));
  return {
    name: 'holdfast:pictures',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: {
        id: { include: /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|svg)$/, exclude: /\/node_modules\/|^\0/ },
      },
      handler(id) {
        const measure = requireOwn('next/dist/compiled/image-size') as Measure;
        const { width, height } = sizeOf(id, measure);
        return `import src from ${JSON.stringify(`${id}?url`)};\nexport default { src, width: ${width}, height: ${height} };`;
      },
    },
  };
}

type Size = { width?: number; height?: number };
type Measure = ((content: Buffer) => Size) & { imageSize?(content: Buffer): Size };

/** @throws Error that names the file if it is not a picture */
function sizeOf(file: string, measure: Measure): Size {
  try {
    return (measure.imageSize ?? measure)(readFileSync(file));
  } catch (cause) {
    throw new Error(`${file}: cannot read its width and height: ${(cause as Error).message}.`, { cause });
  }
}
