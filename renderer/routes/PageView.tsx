import { useEffect, useRef } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { ageText } from '../../electron/shared/age.ts';
import { backoffDelay } from '../../electron/shared/backoff.ts';
import * as TEXTS from '../../electron/shared/texts.ts';
import { useReady } from '../error/useReady.ts';
import type { Loaded } from './loader.ts';

/** How soon to ask the server again while a saved copy is shown. */
const ASK_AGAIN = { firstMs: 5_000, maxMs: 300_000 };

/** The page in the app's frame, with the data's age above it if it is a saved copy. */
export function PageView() {
  const { App, Component, props, savedAt, retryAfter } = useLoaderData<Loaded>();
  const { revalidate } = useRevalidator();
  useAskAgain(props, savedAt !== undefined, retryAfter);
  useReady();
  return (
    <>
      {savedAt !== undefined && (
        <p className="holdfast-saved" role="status">
          <time dateTime={new Date(savedAt).toISOString()}>
            {TEXTS.pages.savedBefore({ ago: ageText(savedAt, Date.now()) })}
          </time>{' '}
          <button type="button" onClick={() => void revalidate()}>
            {TEXTS.pages.reload}
          </button>
        </p>
      )}
      <App Component={Component} pageProps={props} />
    </>
  );
}

/** Keeps asking while a saved copy is shown: a server does not announce that it is back. */
function useAskAgain(answer: object, isSaved: boolean, retryAfter = 0): void {
  const { revalidate } = useRevalidator();
  const attempts = useRef(0);
  // Each answer is a new object, even if the copy is the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer for each answer.
  useEffect(() => {
    if (!isSaved) {
      attempts.current = 0;
      return;
    }
    attempts.current += 1;
    const delay = Math.max(retryAfter, backoffDelay(attempts.current, ASK_AGAIN, Math.random()));
    const timer = setTimeout(() => void revalidate(), delay);
    return () => clearTimeout(timer);
  }, [answer]);
}
