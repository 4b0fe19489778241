import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { getImageProps } from '../../../renderer/next/image.tsx';

const load = createRequire(import.meta.url);
const { getImgProps } = load('next/dist/shared/lib/get-img-props');
const { imageConfigDefault } = load('next/dist/shared/lib/image-config');

/** What the framework itself renders. */
function ofFramework(props: object) {
  const defaultLoader = Object.assign(
    ({ src, width, quality = 75 }: { src: string; width: number; quality?: number }) =>
      `/_next/image?url=${encodeURIComponent(src)}&w=${width}&q=${quality}`,
    { __next_img_default: true },
  );
  // Next.js 16 has dropped 16 pixels.
  const imgConf = { ...imageConfigDefault, imageSizes: [32, 48, 64, 96, 128, 256, 384] };
  const { props: made } = getImgProps(props, { defaultLoader, imgConf });
  return made;
}

it.each([
  [{ width: 100, height: 40 }],
  [{ width: '300', height: '10' }],
  [{ width: 5000, height: 10 }],
  [{ width: 20, height: 20, quality: 50 }],
  [{ fill: true }],
  [{ fill: true, sizes: '(max-width: 600px) 100vw, 33vw' }],
  [{ width: 200, height: 20, sizes: '200px' }],
  [{ width: 20, height: 20, unoptimized: true }],
  [{ width: 20, height: 20, src: '/logo.svg' }],
  [{ width: 20, height: 20, src: 'data:image/png;base64,AA' }],
  [{ width: 20, height: 20, overrideSrc: '/other.png' }],
  [
    {
      width: 20,
      height: 20,
      loader: ({ src, width }: { src: string; width: number }) => `https://x.test${src}?${width}`,
    },
  ],
])('%j has the addresses and sizes that the framework gives', (more) => {
  const props = { src: '/a b.png', alt: 'A', ...more };
  const { src, srcSet, sizes, width, height } = ofFramework(props);
  const plain = (text: unknown) => (text as string | undefined)?.replaceAll('+', '%20');
  const own = getImageProps(props as never).props;
  expect({ ...own, src: plain(own.src), srcSet: plain(own.srcSet) }).toMatchObject({
    ...{ src, width, height },
    ...(srcSet && { srcSet }),
    ...(sizes && { sizes }),
  });
  expect(own.srcSet === undefined).toBe(srcSet === undefined);
});

it.each([
  [{}, 30, 20],
  [{ width: 60 }, 60, 40],
  [{ height: 10 }, 15, 10],
])('an imported picture with %j is %i by %i, from the build', (more, width, height) => {
  const { props } = getImageProps({ src: { src: '/assets/a.png', width: 30, height: 20 }, alt: '', ...more });
  expect(props).toMatchObject({ src: '/assets/a.png', width, height });
  expect(props.srcSet).toBeUndefined();
});
