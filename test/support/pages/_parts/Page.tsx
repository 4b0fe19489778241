import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** What the example pages share. A name that begins with `_` is no page. */
export function Page({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <title>{title}</title>
      <nav>
        <Link to="/">Start</Link> <Link to="/about">About</Link> <Link to="/posts/1">Post 1</Link>{' '}
        <Link to="/posts/2">Post 2</Link> <Link to="/news">News</Link> <Link to="/nowhere">Nowhere</Link>
      </nav>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </>
  );
}
