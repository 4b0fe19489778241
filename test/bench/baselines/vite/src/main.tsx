import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const NAMES = ['Start', 'About', 'Post 1', 'Post 2', 'News', 'Nowhere'];

/** The words of the example's pages, without router, telemetry and shell. */
function App() {
  const [page, setPage] = useState('Start');
  const links = NAMES.map((name) => (
    <a key={name} href={`#${name}`} onClick={() => setPage(name)}>
      {name}
    </a>
  ));
  return (
    <>
      <nav>{links}</nav>
      <h1>{page}</h1>
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />);
