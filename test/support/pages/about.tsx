import { Page } from './_parts/Page.tsx';

/** A static page that is longer than the window: `/about`. */
export default function About() {
  return (
    <Page title="About">
      <div style={{ height: '3000px' }} />
      <p>The end.</p>
    </Page>
  );
}
