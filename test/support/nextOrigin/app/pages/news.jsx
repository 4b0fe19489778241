import Head from 'next/head';
import { edition } from '@/parts/edition.js';

/** Made at build, and again when it is a second old. */
export const getStaticProps = () =>
  Promise.resolve({ props: { items: [`News of edition ${edition()}`] }, revalidate: 1 });

export default function News({ items }) {
  return (
    <>
      <Head>
        <title>News</title>
      </Head>
      <h1>News</h1>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}
