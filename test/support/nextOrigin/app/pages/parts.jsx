import dynamic from 'next/dynamic';
import Image from 'next/image';
import { useEffect, useState } from 'react';
import picture from '@/parts/picture.png';

const Late = dynamic(() => import('@/parts/Late'), { loading: () => <p>Loading</p>, ssr: false });

/** A page that only the server makes, or a link to it. */
export default function Parts({ given }) {
  const [isOpen, setOpen] = useState(false);
  const [isTaken, setTaken] = useState(false);
  useEffect(() => setTaken(true), []);
  return (
    <>
      <h1>Parts</h1>
      <p>{given}</p>
      {isTaken && <p>Taken over</p>}
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
