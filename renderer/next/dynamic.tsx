/** `next/dynamic` for pages written for the framework, using React's own lazy loading. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type Loaded<P> = ComponentType<P> | { default: ComponentType<P> };
type Load<P> = (() => Promise<Loaded<P>>) | Promise<Loaded<P>>;
interface Options<P> {
  loader?: Load<P>;
  loading?: (state: { isLoading: boolean; pastDelay: boolean; error: null }) => ReactNode;
  /** Ignored: pages are rendered only in the window. */
  ssr?: boolean;
}

export default function dynamic<P extends object>(
  load: Load<P> | Options<P>,
  options: Options<P> = {},
): ComponentType<P> {
  const isLoad = typeof load === 'function' || load instanceof Promise;
  const { loader = isLoad ? load : undefined, loading } = isLoad ? options : { ...options, ...load };
  if (!loader) throw new Error('next/dynamic needs a function that loads the component.');
  const Component = lazy(async () => {
    const loaded = await (typeof loader === 'function' ? loader() : loader);
    return 'default' in loaded ? loaded : { default: loaded };
  }) as unknown as ComponentType<P>;
  const fallback = loading?.({ isLoading: true, pastDelay: true, error: null });
  return function Dynamic(props: P) {
    return (
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    );
  };
}
