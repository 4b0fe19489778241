/** `next/image` for pages written for the framework: main serves and keeps the pictures. */
import type { ImgHTMLAttributes } from 'react';

interface ImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  src: string | { src: string; width?: number; height?: number };
  alt: string;
  /** Covers the nearest positioned ancestor instead of having a size. */
  fill?: boolean;
  /** Loads at once. */
  priority?: boolean;
  /** 1 to 100; the framework's default is 75. */
  quality?: number | `${number}`;
  /** Loads the source as it is. */
  unoptimized?: boolean;
  /** Options of the framework without a meaning here. */
  placeholder?: unknown;
  blurDataURL?: unknown;
  loader?: unknown;
}

/** The widths that the framework's server accepts: `imageSizes` and `deviceSizes` (Next.js 16; earlier also 16). */
const WIDTHS = [32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840];
const MAX_WIDTH = 3840;

/**
 * The smallest width the server accepts that fills an element on the screen.
 * @param width of the element, in CSS pixels; if absent, the largest is requested
 * @param density device pixels for each CSS pixel
 */
export function requestedWidth(width: number | undefined, density: number): number {
  return WIDTHS.find((one) => one >= (width ?? MAX_WIDTH) * density) ?? MAX_WIDTH;
}

export default function Image(props: ImageProps) {
  const {
    src,
    alt,
    fill,
    priority,
    quality = 75,
    unoptimized,
    placeholder,
    blurDataURL,
    loader,
    style,
    ...rest
  } = props;
  const source = typeof src === 'string' ? src : src.src;
  const { width = fill ? undefined : sizeOf(src)?.width, height = fill ? undefined : sizeOf(src)?.height } =
    rest;
  const requested = requestedWidth(width === undefined ? undefined : Number(width), devicePixelRatio);
  const query = new URLSearchParams({ url: source, w: String(requested), q: String(quality) });
  const isInline = /^(?:data|blob):/.test(source);
  return (
    // biome-ignore lint/performance/noImgElement: this is the framework's component
    <img
      loading={priority ? 'eager' : 'lazy'}
      decoding="async"
      {...rest}
      alt={alt}
      width={width}
      height={height}
      style={fill ? { position: 'absolute', inset: 0, width: '100%', height: '100%', ...style } : style}
      src={unoptimized || isInline ? source : `/_next/image?${query}`}
    />
  );
}

const sizeOf = (src: ImageProps['src']) => (typeof src === 'string' ? undefined : src);
