import Image from 'next/image';
import LegacyImage from 'next/legacy/image';
import Script from 'next/script';
import { useState } from 'react';

/** Parts of the framework that no other page has. */
export default function Parts() {
  const [ready, setReady] = useState('');
  return (
    <main>
      <h1 className="text-6xl">Parts {ready}</h1>
      <p>of styled-jsx</p>
      <style jsx>{`p { color: rgb(0, 128, 0); }`}</style>
      <Script src="/after.js" onReady={() => setReady('are ready')} />
      <Script src="/lazy.js" strategy="lazyOnload" />
      <Script id="inline">{'document.documentElement.dataset.inline = "ran"'}</Script>
      <LegacyImage src="/tea.png" alt="Legacy" width={32} height={32} priority />
      <Image src="/tea.png" alt="Loader" width={16} height={16} loader={({ src }) => `${src}?w=16`} />
      <Image src="/tea.png" alt="Unoptimized" width={8} height={8} unoptimized />
    </main>
  );
}
