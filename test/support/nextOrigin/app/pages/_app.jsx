import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';

/** The frame of every page; its clicks are counted as long as it stays. */
export default function App({ Component, pageProps }) {
  const { asPath, pathname, query } = useRouter();
  const [clicks, setClicks] = useState(0);
  return (
    <>
      <nav>
        <Link href="/">Start</Link> <Link href="/news">News</Link>{' '}
        <Link href={{ pathname: '/posts/[id]', query: { id: 'a b', q: 'x' } }}>A post with a space</Link>{' '}
        <button type="button" onClick={() => setClicks(clicks + 1)}>
          Clicked {clicks}
        </button>
      </nav>
      <p id="route">{JSON.stringify({ asPath, pathname, query })}</p>
      <Component {...pageProps} />
    </>
  );
}
