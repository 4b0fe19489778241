import { useState } from 'react';
import { personOf } from '@/parts/person.js';

/**
 * For whoever is signed in; others are sent to the login.
 * @param {{ req: import('http').IncomingMessage & { cookies: Partial<Record<string, string>> } }} context
 */
export const getServerSideProps = ({ req }) => {
  const person = personOf(req);
  return Promise.resolve(
    person === undefined
      ? { redirect: { destination: '/login?next=/account', permanent: false } }
      : { props: { person } },
  );
};

export default function Account({ person }) {
  const [said, setSaid] = useState('');
  const upload = async ({ target }) => {
    const answer = await fetch('/api/file', { method: 'POST', body: target.files[0] });
    setSaid(await answer.text());
  };
  const signOut = async () => setSaid(String((await fetch('/api/logout', { method: 'POST' })).status));
  return (
    <>
      <h1>Account of {person}</h1>
      <input type="file" aria-label="File" onChange={upload} />
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
