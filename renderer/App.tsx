import { loadRouter } from 'virtual:routes';
import { lazy, Suspense, useState } from 'react';
import { FaultPage } from './error/FaultPage.tsx';
import { pathFault } from './error/faults.ts';
import { Starting } from './routes/Starting.tsx';

const Pages = loadRouter && lazy(loadRouter);

/** The app's pages. As long as there are none, no path is answered. */
export function App() {
  if (!Pages) return <NoPages />;
  return (
    <Suspense fallback={<Starting />}>
      <Pages />
    </Suspense>
  );
}

function NoPages() {
  const [fault] = useState(() => pathFault(location.pathname + location.search, Date.now()));
  return <FaultPage fault={fault} />;
}
