import { Head, Html, Main, NextScript } from 'next/document';

/** Attributes, and a place for portals. */
export default function Document() {
  return (
    <Html lang="de" data-theme="light">
      <Head>
        <meta name="theme-color" content="#ffffff" />
      </Head>
      <body className="own-body">
        <Main />
        <div id="portals" className="above" />
        <NextScript />
      </body>
    </Html>
  );
}
