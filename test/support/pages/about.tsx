import { Page } from './_parts/Page.tsx';

/** A static page that is longer than the window: `/about`. Back returns to the earlier scroll position. */
export default function About() {
  return (
    <Page title="About">
      <p>This page has no data: it is there whatever becomes of the server.</p>
      <a href="#end">To the end</a>
      <div style={{ height: '3000px' }} />
      <p id="end">The end.</p>
    </Page>
  );
}
