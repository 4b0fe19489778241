import { useLoaderData } from 'react-router';
import { useReady } from '../error/useReady.ts';
import type { Loaded } from './loader.ts';

/** The page in the app's frame. If its data is a saved copy, the window tells its age. */
export function PageView() {
  const { App, Component, props } = useLoaderData<Loaded>();
  useReady();
  return <App Component={Component} pageProps={props} />;
}
