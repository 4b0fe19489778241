import { useLoaderData } from 'react-router';
import { ageText } from './age.ts';
import type { Loaded } from './loader.ts';

/** The page, and above it, when its data is a saved copy, how old that is. */
export function PageView() {
  const { page, Component, props } = useLoaderData<Loaded>();
  const { savedAt } = props;
  return (
    <>
      {savedAt !== undefined && (
        <p className="holdfast-saved" role="status">
          The server cannot be reached. This is a copy saved{' '}
          <time dateTime={new Date(savedAt).toISOString()}>{ageText(savedAt, Date.now())}</time>.
        </p>
      )}
      {/* Another page is another component; the same page with other parameters keeps its state. */}
      <Component key={page.path} {...props} />
    </>
  );
}
