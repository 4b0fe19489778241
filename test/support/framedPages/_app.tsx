import { useLocation } from 'react-router';
import type { AppProps } from '../../../renderer/data/pageModule.ts';

/** The frame around every page, including error pages. */
export default function App({ Component, pageProps }: AppProps) {
  return (
    <>
      <p>Frame of {useLocation().pathname}</p>
      <Component {...pageProps} />
    </>
  );
}
