/** What pages take from the framework, all on one page. */
import dynamic from 'next/dynamic';
import Head from 'next/head';
import Image, { getImageProps } from 'next/image';
import Link from 'next/link';
import { usePathname, useSearchParams } from 'next/navigation';
import Router, { useRouter, withRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import picture from '@/parts/picture.png';

const Late = dynamic(() => import('@/parts/Late'), { loading: () => <p>Loading</p>, ssr: false });
const Path = withRouter(({ router }) => <p id="path">{router.pathname}</p>);

const EVENTS = [
  'routeChangeStart',
  'routeChangeComplete',
  'routeChangeError',
  'hashChangeStart',
  'hashChangeComplete',
];

export default function Parts({ given }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const search = useSearchParams();
  const path = usePathname();
  useEffect(() => {
    globalThis.told ??= [];
    const off = EVENTS.map((name) => {
      const tell = (...args) =>
        globalThis.told.push([name, ...args.filter((one) => !(one instanceof Error))]);
      router.events.on(name, tell);
      return () => router.events.off(name, tell);
    });
    return () => {
      for (const one of off) one();
    };
  }, [router.events]);
  return (
    <>
      <Head>
        <title>Parts</title>
        <meta name="description" content="first" />
        <meta key="image" property="og:image" content="first.png" />
        <meta key="image" property="og:image" content="last.png" />
      </Head>
      <Head>
        <meta name="description" content="last" />
      </Head>
      <h1>Parts</h1>
      <p id="given">{given}</p>
      <p id="env">{process.env.GREETING}</p>
      <p id="address">
        {path} {search.get('tab') ?? 'none'} {String(router.query.tab)} {String(router.isFallback)}
      </p>
      <Path />
      {isOpen && <Late name="the page" />}
      <Image src="/logo.png" alt="By width" width={100} height={100} priority />
      <Image src={picture} alt="Imported" priority />
      <img
        {...getImageProps({ src: '/logo.png', alt: 'By props', width: 20, height: 20 }).props}
        alt="By props"
      />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => Router.push('/parts?tab=deep', undefined, { shallow: true })}>
        Shallow
      </button>
      <button type="button" onClick={() => Router.push('/parts?tab=full')}>
        Full
      </button>
      <Link href="#below">Below</Link>
      {globalThis.document?.getElementById('portals') &&
        createPortal(<p>In the portal</p>, document.getElementById('portals'))}
    </>
  );
}

Parts.getInitialProps = ({ pathname, query, asPath }) => {
  globalThis.asked = (globalThis.asked ?? 0) + 1;
  return { given: `given ${pathname} ${asPath} ${query.tab ?? 'none'}` };
};
