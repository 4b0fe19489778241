import { useState } from 'react';
import { type PageProps, pageData } from '../../../renderer/data/pageModule.ts';

export const data = pageData<{ person: string }>();

/** For whoever is signed in. */
export default function Account({ data: { person } }: PageProps<typeof data>) {
  const [said, setSaid] = useState('');
  const signOut = async () => setSaid(String((await fetch('/api/logout', { method: 'POST' })).status));
  return (
    <>
      <h1>Account of {person}</h1>
      <a href="/api/file" download="file.txt">
        Download
      </a>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
      <p role="status">{said}</p>
    </>
  );
}
