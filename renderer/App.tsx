import { loadRouter } from 'virtual:routes';
import { lazy, Suspense } from 'react';
import { Starting } from './routes/Starting.tsx';

const Pages = loadRouter && lazy(loadRouter);

/** The app's pages. As long as there are none, main answers every path with 404 and shows this to nobody. */
export function App() {
  return <Suspense fallback={<Starting />}>{Pages ? <Pages /> : <Starting />}</Suspense>;
}
