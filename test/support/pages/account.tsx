import { type SubmitEvent, useState } from 'react';
import * as v from 'valibot';
import { type PageProps, pageData } from '../../../renderer/data/pageModule.ts';
import { Page } from './_parts/Page.tsx';

const Account = v.object({ name: v.string(), notes: v.array(v.string()) });

export const data = pageData((props) => v.parse(Account, props));

/** A page for whoever is signed in, and its API: `/account`. The server sends others to its login. */
export default function AccountPage({ data: { name, notes: before } }: PageProps<typeof data>) {
  const [notes, setNotes] = useState(before);
  const [problem, setProblem] = useState('');

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const answer = await fetch('/api/notes', { method: 'POST', body: new FormData(form).get('note') });
    if (!answer.ok) return setProblem(await answer.text());
    setProblem('');
    setNotes([...notes, await answer.text()]);
    form.reset();
  }

  return (
    <Page title={`Account of ${name}`}>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <form onSubmit={add}>
        <input name="note" aria-label="Note" required />
        <button type="submit">Add a note</button>
      </form>
      <p role="status">{problem}</p>
      <button type="button" onClick={() => window.holdfast?.signOut()}>
        Sign out
      </button>
    </Page>
  );
}
