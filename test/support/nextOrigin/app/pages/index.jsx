import Head from 'next/head';
import Image from 'next/image';

/** A static page. */
export default function Start() {
  return (
    <>
      <Head>
        <title>Start</title>
      </Head>
      <h1>Start</h1>
      <Image src="/logo.png" alt="Logo" width={640} height={640} />
    </>
  );
}
