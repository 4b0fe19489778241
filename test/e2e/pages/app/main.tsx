/** A smallest app with pages. What is reported is put where the test can read it. */

import { loadRouter } from 'virtual:routes';
import { lazy, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const reported: string[] = [];
Object.assign(globalThis, { reported });
addEventListener('error', ({ message }) => reported.push(message));

const root = createRoot(document.getElementById('root') as HTMLElement);
if (loadRouter) {
  const Pages = lazy(loadRouter);
  root.render(
    <StrictMode>
      <Pages />
    </StrictMode>,
  );
} else {
  root.render('no pages');
}
