import { Page } from './_parts/Page.tsx';

/** A static page that is longer than the window: `/about`. */
export default function About() {
  return (
    <Page title="About">
      <a href="#end">To the end</a>
      <div style={{ height: '3000px' }} />
      <p id="end">The end.</p>
    </Page>
  );
}
