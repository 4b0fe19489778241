import { createRoot } from 'react-dom/client';

/** The words of the example's first page, without router, telemetry and shell. */
createRoot(document.getElementById('root') as HTMLElement).render(
  <>
    <nav>Start About Post 1 Post 2 News Nowhere</nav>
    <main>
      <h1>Start</h1>
    </main>
  </>,
);
