import styled from '@emotion/styled';
import type { GetStaticProps } from 'next';
import Head from 'next/head';
import Image from 'next/image';
import Link from 'next/link';
import { useState } from 'react';

export const getStaticProps: GetStaticProps = () => ({ props: { offer: 'Tea' }, revalidate: 60 });

const Price = styled.p`color: rgb(0, 0, 255);`;

export default function Home({ offer }: { offer: string }) {
  const [person, setPerson] = useState('');
  const ask = async () => setPerson(((await (await fetch('/api/me')).json()) as { person: string }).person);
  return (
    <main className="p-[7px]">
      <Head>
        <title>Shop</title>
      </Head>
      <h1 className="text-6xl">Shop with {offer}</h1>
      <Price>5 euros</Price>
      <Image src="/tea.png" alt="Tea" width={64} height={64} priority />
      <Link href="/products/7">Product</Link> <Link href="/account">Account</Link>
      <button type="button" onClick={ask}>
        Who am I?
      </button>
      <output>{person}</output>
    </main>
  );
}
