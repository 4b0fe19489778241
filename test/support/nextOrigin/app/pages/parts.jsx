import dynamic from 'next/dynamic';
import Image from 'next/image';
import { useState } from 'react';
import picture from '@/parts/picture.png';

const Late = dynamic(() => import('@/parts/Late'), { loading: () => <p>Loading</p>, ssr: false });

/** A page that only the server makes, or a link to it. */
export default function Parts({ given }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h1>Parts</h1>
      <p>{given}</p>
      {isOpen && <Late name="the page" />}
      <Image src={picture} alt="Imported" priority />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
    </>
  );
}

Parts.getInitialProps = ({ pathname, query, asPath }) => ({
  given: `given ${pathname} ${asPath} ${query.tab ?? 'none'}`,
});
