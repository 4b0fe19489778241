import '@/styles/globals.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { AppProps } from 'next/app';
import localFont from 'next/font/local';
import Script from 'next/script';

const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
const cache = createCache({ key: 'css', nonce: meta?.nonce });
const geist = localFont({ src: '../fonts/geist.woff2', variable: '--font-geist' });

export default function App({ Component, pageProps }: AppProps) {
  return (
    <CacheProvider value={cache}>
      <Script src="https://analytics.example.com/a.js" />
      <div className={geist.className}>
        <Component {...pageProps} />
      </div>
    </CacheProvider>
  );
}
