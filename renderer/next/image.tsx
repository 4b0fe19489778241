/** `next/image` for pages written for the framework: main serves and caches the images. */
import type { CSSProperties, ImgHTMLAttributes } from 'react';

interface Picture {
  src: string;
  width: number;
  height: number;
}
type Loader = (request: { src: string; width: number; quality?: number }) => string;

interface ImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet'> {
  src: string | Picture | { default: Picture };
  alt: string;
  /** Covers the nearest positioned ancestor instead of having its own size. */
  fill?: boolean;
  /** Loads at once; `preload` is the name in Next.js 16. */
  priority?: boolean;
  preload?: boolean;
  /** 1 to 100; the framework's default is 75. */
  quality?: number | `${number}`;
  /** Loads the source unchanged. */
  unoptimized?: boolean;
  loader?: Loader;
  overrideSrc?: string;
  /** Options of the framework that have no effect here. */
  placeholder?: unknown;
  blurDataURL?: unknown;
}

/** `images` from next.config, set by the build; absent in tests and without that file. */
declare const __NEXT_IMAGES__:
  | { deviceSizes?: number[]; imageSizes?: number[]; unoptimized?: boolean }
  | undefined;
const OPTIONS = typeof __NEXT_IMAGES__ === 'undefined' ? undefined : __NEXT_IMAGES__;

/** The widths that the framework's server accepts (the defaults of Next.js 16; earlier versions also have 16). */
const DEVICE_SIZES = OPTIONS?.deviceSizes ?? [640, 750, 828, 1080, 1200, 1920, 2048, 3840];
const IMAGE_SIZES = OPTIONS?.imageSizes ?? [32, 48, 64, 96, 128, 256, 384];
const SIZES = [...DEVICE_SIZES, ...IMAGE_SIZES].sort((a, b) => a - b);

/**
 * Returns the widths to offer to the browser, in pixels, and their descriptor, chosen as in the framework: by window
 * width, or for one and two device pixels per CSS pixel.
 */
function offeredWidths(width: number | undefined, sizes: string | undefined): [number[], 'w' | 'x'] {
  const shares = [...(sizes ?? '').matchAll(/(?:^|\s)(1?\d?\d)vw/g)].map(([, share]) => Number(share) / 100);
  const smallest = Math.min(...DEVICE_SIZES) * Math.min(...shares);
  if (sizes) return [shares.length > 0 ? SIZES.filter((one) => one >= smallest) : SIZES, 'w'];
  if (width === undefined) return [DEVICE_SIZES.toSorted((a, b) => a - b), 'w'];
  const enough = (pixels: number) => SIZES.find((one) => one >= pixels) ?? SIZES.at(-1) ?? pixels;
  return [[...new Set([enough(width), enough(2 * width)])], 'x'];
}

const defaultLoader: Loader = ({ src, width, quality = 75 }) =>
  `/_next/image?${new URLSearchParams({ url: src, w: String(width), q: String(quality) })}`;

/** Returns the image's attributes, for your own `img` or `picture`. */
export function getImageProps(props: ImageProps): { props: ImgHTMLAttributes<HTMLImageElement> } {
  const {
    src,
    fill,
    priority,
    preload,
    quality,
    unoptimized,
    loader,
    overrideSrc,
    placeholder,
    blurDataURL,
    style,
    sizes,
    loading,
    ...rest
  } = props;
  const picture = typeof src === 'string' ? undefined : 'default' in src ? src.default : src;
  const source = picture?.src ?? (src as string);
  const { width, height } = fill ? {} : sizeOf(rest.width, rest.height, picture);
  const isInline = /^(?:data|blob):/.test(source);
  // The build's own files, and vector graphics, which the framework's server refuses.
  const asIs =
    unoptimized || OPTIONS?.unoptimized || isInline || picture || /^[^?]*\.svg(?:\?|$)/i.test(source);
  const at = (width: number) =>
    (loader ?? defaultLoader)({
      src: source,
      width,
      ...(quality !== undefined && { quality: Number(quality) }),
    });
  const [widths, kind] = offeredWidths(width, sizes);
  const covering: CSSProperties = { position: 'absolute', inset: 0, width: '100%', height: '100%' };
  return {
    props: {
      ...rest,
      loading: priority || preload || isInline ? (loading ?? 'eager') : (loading ?? 'lazy'),
      decoding: 'async',
      width,
      height,
      style: fill ? { ...covering, ...style } : style,
      ...(asIs && !loader
        ? { src: overrideSrc ?? source }
        : {
            sizes: sizes ?? (kind === 'w' ? '100vw' : undefined),
            srcSet: widths
              .map((one, index) => `${at(one)} ${kind === 'w' ? one : index + 1}${kind}`)
              .join(', '),
            src: overrideSrc ?? at(widths.at(-1) ?? 0),
          }),
    },
  };
}

/** Width and height in CSS pixels; an imported image's proportions supply a missing one. */
function sizeOf(givenWidth: unknown, givenHeight: unknown, picture: Picture | undefined) {
  const given = (value: unknown) => (value === undefined ? undefined : Number.parseInt(String(value), 10));
  const [width, height] = [given(givenWidth), given(givenHeight)];
  if (!picture) return { width, height };
  if (width === undefined && height === undefined) return { width: picture.width, height: picture.height };
  return {
    width: width ?? Math.round((picture.width * (height ?? 0)) / picture.height),
    height: height ?? Math.round((picture.height * (width ?? 0)) / picture.width),
  };
}

export default function Image(props: ImageProps) {
  // biome-ignore lint/performance/noImgElement: this is the framework's component
  return <img {...getImageProps(props).props} alt={props.alt} />;
}
