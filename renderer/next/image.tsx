/** `next/image` for pages that were written for the framework: main serves and keeps the pictures. */
import type { ImgHTMLAttributes } from 'react';

interface ImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  src: string | { src: string; width?: number; height?: number };
  alt: string;
  /** Covers the nearest positioned ancestor, in place of a size. */
  fill?: boolean;
  /** Loads at once. */
  priority?: boolean;
  /** 1 to 100; the framework's default is 75. */
  quality?: number | `${number}`;
  /** Loads the source as it is. */
  unoptimized?: boolean;
  /** Options of the framework that have no meaning here. */
  placeholder?: unknown;
  blurDataURL?: unknown;
  loader?: unknown;
}

/** The widest picture that the framework asks its server for (`deviceSizes`). */
const MAX_WIDTH = 3840;

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
  const query = new URLSearchParams({ url: source, w: String(width ?? MAX_WIDTH), q: String(quality) });
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
