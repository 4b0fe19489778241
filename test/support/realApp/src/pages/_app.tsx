import '@/styles/globals.css';
import type { AppProps } from 'next/app';
import localFont from 'next/font/local';
import Script from 'next/script';

const geist = localFont({ src: '../fonts/geist.woff2', variable: '--font-geist' });

export default function App({ Component, pageProps }: AppProps) {
  return (
    <>
      <Script src="https://analytics.example.com/a.js" />
      <div className={geist.className}>
        <Component {...pageProps} />
      </div>
    </>
  );
}
