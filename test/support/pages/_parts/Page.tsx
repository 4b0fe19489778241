import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import './page.css';

/** What the example pages share. Files whose names begin with `_` are not pages. */
export function Page({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="page">
      <title>{title}</title>
      <nav>
        <NavLink to="/">Start</NavLink>
        <NavLink to="/about">About</NavLink>
        <NavLink to="/posts/1">Post 1</NavLink>
        <NavLink to="/posts/2">Post 2</NavLink>
        <NavLink to="/news">News</NavLink>
        <NavLink to="/nowhere">Nowhere</NavLink>
      </nav>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
